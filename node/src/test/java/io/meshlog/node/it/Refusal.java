package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;

/** How a node says that it cannot store at present (spec §4, §9). */
final class Refusal {
    private Refusal() {}

    static void assertRefused(HttpResponse<String> answer, String... slugs) {
        assertThat(answer).as("no answer").isNotNull();
        JsonNode problem = NodeUnderTest.parse(answer, 503);
        assertThat(problem.path("type").asText().replace("urn:meshlog:problem:", ""))
                .isIn((Object[]) slugs);
        assertThat(answer.headers().firstValue("retry-after")).isPresent();
    }

    /** Not ready, and why; the status says the same. */
    static void assertHeld(ChildNode node, String why) throws IOException {
        JsonNode problem = NodeUnderTest.parse(node.get("/readyz"), 503);
        assertThat(problem.path("type").asText()).isEqualTo("urn:meshlog:problem:not-ready");
        assertThat(problem.path("detail").asText()).contains(why);
        JsonNode status = node.getJson("/statusz");
        assertThat(status.path("status").asText()).isEqualTo("held");
        assertThat(status.path("held").toString()).contains(why);
        assertThat(node.get("/healthz").statusCode()).isEqualTo(200);
    }
}
