package io.meshlog.node.api.write;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Case J03 by every route that takes JSON: there is one reader, and none of them goes around it. */
@Tag("case-J03")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileJsonTest {
    private static final String EVENT = "\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"";
    private static final String ACK = "ACK";

    /** By path what stands before and behind a member that is looked at; {@code ACK} is the acknowledgement of one. */
    private static final Map<String, List<String>> ROUTES = new TreeMap<>(Map.of(
            "/logstream/events",
            List.of("{" + EVENT + ",", "}"),
            "/logstream/events/batch",
            List.of("{\"events\":[{" + EVENT + "},{" + EVENT + ",", "}]}"),
            "/logstream/patches",
            List.of("{\"from_agent\":\"a\",\"stream\":\"s\",\"content\":\"x\\n\",", "}"),
            "/logstream/artifacts",
            List.of("{\"kind\":\"note\",\"created_by\":\"a\",\"content\":\"x\\n\",", "}"),
            ACK,
            List.of("{\"from_agent\":\"a\",", "}")));

    private RunningApi api;
    private String target;

    @BeforeAll
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
        target = api.append("");
    }

    @AfterAll
    void stop() {
        api.close();
    }

    static Stream<String> routes() {
        return ROUTES.keySet().stream();
    }

    private Reply post(String route, String document) {
        return api.post(route.equals(ACK) ? "/logstream/events/" + target + "/ack" : route, document);
    }

    private static String with(String route, String member) {
        List<String> around = ROUTES.get(route);
        return around.get(0) + member + around.get(1);
    }

    private void assertRefused(String route, String document) {
        long tip = api.log.tipSeq();
        Reply reply = post(route, document);
        assertProblem(reply, 400, "invalid");
        assertThat(reply.text()).doesNotContain("Exception", "jackson", "Stream", "io.meshlog");
        assertThat(api.log.tipSeq()).isEqualTo(tip);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void duplicateKeysAreRefused(String route) {
        String twice = route.equals("/logstream/artifacts") ? "created_by" : "from_agent";
        assertRefused(route, with(route, "\"" + twice + "\":\"b\""));
        assertRefused(route, with(route, "\"" + twice.replace("_", "\\u005f") + "\":\"b\""));
        assertRefused(route, with(route, "\"metadata\":{\"k\":1,\"k\":1}"));
        assertRefused(route, with(route, "\"metadata\":{\"k\":[{\"j\":1,\"\\u006a\":2}]}"));
    }

    @ParameterizedTest
    @MethodSource("routes")
    void nestingIsRefusedWhereverItStands(String route) {
        for (int depth : new int[] {100, 1_000, 100_000}) {
            for (String nested :
                    List.of("[".repeat(depth) + "]".repeat(depth), "{\"a\":".repeat(depth) + "1" + "}".repeat(depth))) {
                for (String member : List.of("metadata", "body", "unknown")) {
                    assertRefused(route, with(route, "\"" + member + "\":" + nested));
                }
                assertRefused(route, nested);
            }
        }
        assertThat(api.post("/logstream/events", "{" + EVENT + "}").status()).isEqualTo(201);
    }

    @ParameterizedTest
    @MethodSource("routes")
    void whatIsNotOnePlainObjectIsRefused(String route) {
        String right = with(route, "\"idempotency_key\":\"k\"");
        for (String bad : List.of(
                "",
                " ",
                "[]",
                "[" + right + "]",
                "null",
                "\uFEFF" + right,
                right + " x",
                right + right,
                "/* why */" + right,
                right + "// why",
                right.replace('"', '\''),
                right.substring(0, right.length() - 1),
                right.replaceFirst("}$", ",}"),
                with(route, "\"metadata\":{\"n\":NaN}"),
                with(route, "\"metadata\":{\"n\":-Infinity}"),
                with(route, "\"metadata\":{\"n\":+1}"),
                with(route, "\"metadata\":{\"n\":.5}"),
                with(route, "\"metadata\":{\"n\":0x1}"),
                with(route, "\"body\":\"\\udc00\""))) {
            assertRefused(route, bad);
        }
    }

    /** Content of kind json is a document too. */
    @Test
    void contentThatNestsTooDeepIsNoJson() {
        for (int depth : new int[] {64, 65, 1_000, 100_000}) {
            String nested = "[".repeat(depth) + "]".repeat(depth);
            Reply reply = api.post(
                    "/logstream/artifacts", "{\"kind\":\"json\",\"created_by\":\"a\",\"content\":\"" + nested + "\"}");
            if (depth == 64) {
                assertThat(reply.status()).as(reply.text()).isEqualTo(201);
            } else {
                assertProblem(reply, 400, "invalid");
                assertThat(reply.json().at("/field").asText()).isEqualTo("content");
                assertThat(reply.json().at("/detail").asText()).contains("64 levels");
            }
        }
    }
}
