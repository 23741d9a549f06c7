package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§5.5 whatever a peer sends is read in time that grows with its length only")
final class CanonicalTextTest {
    private static final int MEMBERS = 300_000;

    @Test
    void anObjectOfVeryManyMembersIsReadInSeconds() {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; i < MEMBERS; i++) {
            text.append(i == 0 ? "" : ",").append("\"o").append(1_000_000 + i).append("\":1");
        }
        String object = text.append('}').toString();
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThat(CanonicalText.object(object).size()).isEqualTo(MEMBERS));
    }

    @Test
    void namesAreUnescapedWhereverTheEscapeStands() {
        assertThat(CanonicalText.object("{\"a\":\"\\n\",\"b\\\"\":1}").get("b\""))
                .isEqualTo("1");
    }
}
