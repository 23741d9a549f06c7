package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§3.1 rules of a whole draft")
final class DraftRulesTest {
    private static DraftRules.Input input(String type, String stream, String topic, List<String> artifacts) {
        return new DraftRules.Input(
                type, stream, "r", topic, "a", null, null, null, null, null, null, "{}", artifacts, null);
    }

    @Test
    void namesAreTrimmedAndEmptyOptionalOnesAreAbsent() {
        DraftRules.Checked checked = DraftRules.check(new DraftRules.Input(
                "note", "\u3000s ", " r\u00a0", " ", " a\n", "", "\u2028c", null, "", "", null, "{}", List.of(), null));
        assertThat(checked.invalid()).isEmpty();
        assertThat(checked.draft().routing()).isEqualTo(new Event.Routing("s", "r", null, "a", null, "c"));
        assertThat(checked.draft().status()).isNull();
        assertThat(checked.draft().baseCommit()).isNull();
        assertThat(checked.draft().body()).isEmpty();
    }

    @Test
    void everythingThatIsWrongIsNamedAtOnce() {
        DraftRules.Checked checked = DraftRules.check(new DraftRules.Input(
                null, " ", "", "t\u0001", "\t", "x\u007f", null, null, null, "done", "a\0", "{}", List.of(""), ""));
        assertThat(checked.draft()).isNull();
        assertThat(checked.invalid().stream().map(Invalid::field))
                .containsExactly(
                        "type",
                        "stream",
                        "room",
                        "topic",
                        "from_agent",
                        "to_agent",
                        "status",
                        "body",
                        "artifact_ids",
                        "idempotency_key");
    }

    @Test
    void aTypeIsNotTrimmed() {
        assertThat(DraftRules.check(input(" note", "s", null, List.of())).invalid())
                .hasSize(1);
    }

    @Test
    void sixtyFourDistinctArtifactsMayBeNamed() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            ids.add("art_" + (99 - i));
        }
        List<String> repeated = new ArrayList<>(ids);
        repeated.addAll(ids);
        assertThat(DraftRules.check(input("note", "s", null, repeated)).draft().artifactIds())
                .isEqualTo(ids);
        repeated.add("art_more");
        Invalid invalid =
                DraftRules.check(input("note", "s", null, repeated)).invalid().get(0);
        assertThat(invalid.field()).isEqualTo("artifact_ids");
        assertThat(invalid.limit()).isEqualTo(64);
        assertThat(invalid.size()).isEqualTo(65);
    }

    /** Foreign artifact ids are any 1–256 characters: what can be read must be nameable. */
    @Test
    void anArtifactIdHasUpTo256CodePoints() {
        String id = "\uD83D\uDE00".repeat(256);
        assertThat(DraftRules.check(input("note", "s", null, List.of(id))).invalid())
                .isEmpty();
        Invalid invalid = DraftRules.check(input("note", "s", null, List.of(id + "x")))
                .invalid()
                .get(0);
        assertThat(invalid.limit()).isEqualTo(256);
        assertThat(invalid.size()).isEqualTo(257);
        assertThat(DraftRules.check(input("note", "s", null, List.of(""))).invalid())
                .hasSize(1);
    }
}
