package io.meshlog.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.LogScript;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("§6 mailbox, threads, agents, conflicts")
class ViewTest {
    private static final Origin HUB = new Origin("rep_0123456789ab");
    private static final String ASKED = "bob@b";

    private final LogScript script = new LogScript();
    private final List<Op> ops = new ArrayList<>();

    private Op say(String id, String... fields) {
        Map<String, String> more = new TreeMap<>(Map.of("from_agent", "ann@a"));
        for (int i = 0; i < fields.length; i += 2) {
            more.put(fields[i], fields[i + 1]);
        }
        Op op = script.loose(HUB, ops.size() + 1, id, more);
        ops.add(op);
        return op;
    }

    private void ask(String id, String... fields) {
        List<String> all = new ArrayList<>(List.of(fields));
        all.addAll(List.of("to_agent", ASKED, "status", "open"));
        say(id, all.toArray(String[]::new));
    }

    private List<String> owed() {
        return new ViewTexts(EventSet.of(ops)).owedIds(ASKED);
    }

    private Mailbox.Owed only() {
        EventSet set = EventSet.of(ops);
        List<Mailbox.Owed> owed = Mailbox.of(set, Claims.of(set), ASKED).owed();
        assertThat(owed).hasSize(1);
        return owed.get(0);
    }

    @Test
    @Tag("case-Q01")
    void anAnswerThatComesBeforeItsAskSettlesItWhenItComes() {
        ask("ask", "correlation_id", "c");
        say("answer", "from_agent", ASKED, "status", "applied", "correlation_id", "c");
        assertThat(owed()).isEmpty();
        Collections.reverse(ops);
        assertThat(owed()).isEmpty();
    }

    @Test
    void m3AnAnswerInTheThreadDoesNotSettleWhatIsAskedLater() {
        ask("first", "correlation_id", "c");
        say("answer", "from_agent", ASKED, "status", "applied", "correlation_id", "c");
        ask("second", "correlation_id", "c");
        assertThat(owed()).containsExactly("second");
    }

    @Test
    void aReferenceNeedsNoClock() {
        say("answer", "from_agent", ASKED, "status", "blocked", "metadata", "{\"ack_of\":\"ask\"}");
        ask("ask");
        assertThat(owed()).isEmpty();
    }

    @Test
    void noThreadIsNotOneThread() {
        ask("ask");
        say("answer", "from_agent", ASKED, "status", "applied");
        assertThat(owed()).containsExactly("ask");
    }

    @Test
    void claimedAndReadyClearNothingAndAreSaid() {
        ask("ask");
        say("claim", "from_agent", ASKED, "status", "claimed", "correlation_id", "ask");
        say("ready", "from_agent", ASKED, "status", "ready", "correlation_id", "ask");
        assertThat(only().claimedBy()).isEqualTo(ASKED);
    }

    @Test
    void whoAskedMaySayThatItIsNoLongerWanted() {
        ask("ask");
        say("never mind", "status", "superseded", "correlation_id", "ask");
        assertThat(only().superseded()).isTrue();
    }

    @Test
    void anAskThatOnlyAHiddenOpMakesIsOwed() {
        say("ask", "to_agent", ASKED, "status", "claimed");
        ask("ask");
        assertThat(only().event().isConflict()).isTrue();
        assertThat(only().event().said().status()).isEqualTo("claimed");
    }

    @Test
    void anExpiredAskIsStillOwed() {
        ask("ask", "metadata", "{\"expires_at\":\"2026-01-01T00:00:00Z\"}");
        Event event = only().event().event();
        assertThat(Items.isExpired(event, 1_767_225_599_999L)).isFalse();
        assertThat(Items.isExpired(event, 1_767_225_600_000L)).isTrue();
    }

    @Test
    void whoWasBlockedAndAppliedItAfterAllContradictsNobody() {
        ask("ask", "correlation_id", "c");
        say("b1", "from_agent", ASKED, "status", "blocked", "correlation_id", "c");
        say("b2", "from_agent", ASKED, "status", "applied", "correlation_id", "c");
        assertThat(conflicts()).isEmpty();
        say("c1", "from_agent", "cid@c", "status", "failed", "correlation_id", "c");
        assertThat(conflicts()).containsExactly("contradictory_terminals thread c [b2, c1]");
    }

    @Test
    void aStampFarAheadOfItsAuthorsOwnClockIsListed() {
        say("honest", "hlc", "1767312000999-000000-" + HUB, "created_at", "2026-01-01T00:00:00Z");
        say("broken", "hlc", "9999999999999-000000-" + HUB, "created_at", "2026-01-01T00:00:00Z");
        say("foreign", "hlc", "1767225600000-000000-rep_other", "created_at", "2026-01-01T00:00:00Z");
        assertThat(conflicts()).containsExactly("clock_anomaly foreign", "clock_anomaly broken");
    }

    private List<String> conflicts() {
        return new ViewTexts(EventSet.of(ops))
                .conflicts(List.of()).stream()
                        .filter(c -> !c.contains("honest"))
                        .toList();
    }

    @Test
    void aSubjectIsOneLine() {
        Op said = say("news", "metadata", "{\"subject\":\"\\n  it fell \\nand more\"}", "topic", "t");
        assertThat(Items.subject(said.eventOrNull())).isEqualTo("it fell");
        assertThat(Items.subject(say("topic", "topic", "t").eventOrNull())).isEqualTo("t");
        assertThat(Items.subject(say("type").eventOrNull())).isEqualTo("note");
    }
}
