package io.meshlog.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.sim.world.Views;
import io.meshlog.wire.OpReading;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The oracle of what is owed and claimed, on cases small enough to be decided by hand. */
class TalkOracleTest {
    private static final Origin ORIGIN = new Origin("r1");

    private final List<Issued> ops = new ArrayList<>();

    /** @param at the milliseconds of its stamp; 0 and above */
    private void say(int at, String event, String from, String to, String status, String thread, String ackOf) {
        SortedMap<String, String> fields = new TreeMap<>();
        fields.put("id", JsonText.quote(event));
        fields.put("type", "\"note\"");
        fields.put("stream", "\"s\"");
        fields.put("room", "\"r\"");
        fields.put("from_agent", JsonText.quote(from));
        fields.put("to_agent", JsonText.quote(to));
        fields.put("status", JsonText.quote(status));
        fields.put("correlation_id", JsonText.quote(thread));
        fields.put("metadata", ackOf.isEmpty() ? "{}" : "{\"ack_of\":" + JsonText.quote(ackOf) + "}");
        fields.put("created_at", "\"2026-08-25T23:20:03Z\"");
        fields.put("origin_replica", "\"r1\"");
        fields.put("origin_seq", Integer.toString(ops.size() + 1));
        fields.put("hlc", JsonText.quote(String.format(Locale.ROOT, "%013d-000000-r1", 1_787_700_000_000L + at)));
        Fields said = Fields.of(fields);
        Op op = Op.loose(ORIGIN, ops.size() + 1L, said, OpReading.read(ORIGIN, said));
        ops.add(new Issued(ops.size(), op, null, "", event));
        assertThat(op.eventOrNull()).as(event).isNotNull();
    }

    private void ask(int at, String event, String from, String to, String thread) {
        say(at, event, from, to, "open", thread, "");
    }

    private List<String> owed(String agent) {
        return new TalkOracle(ops).owed(agent).stream().map(Views.Owed::event).toList();
    }

    @Test
    void whatIsAskedOfOneIsOwedUntilItSaysALastWord() {
        ask(1, "e1", "a", "b", "");
        assertThat(owed("b")).containsExactly("e1");
        say(2, "c", "b", "a", "claimed", "", "e1");
        say(3, "d", "b", "a", "ready", "e1", "");
        say(4, "x", "a", "b", "applied", "", "e1");
        assertThat(new TalkOracle(ops).owed("b")).containsExactly(new Views.Owed("e1", false, "b"));
        say(5, "f", "b", "a", "blocked", "", "e1");
        assertThat(owed("b")).isEmpty();
    }

    @Test
    void nobodyOwesItselfAndNobodyABroadcast() {
        ask(1, "own", "a", "a", "");
        ask(2, "all", "a", "*", "");
        assertThat(owed("a")).isEmpty();
        assertThat(owed("*")).isEmpty();
        assertThat(owed("b")).isEmpty();
    }

    @Test
    void anAnswerInAThreadClearsWhatStandsBeforeItAlone() {
        ask(1, "e1", "a", "b", "t");
        say(5, "r", "b", "a", "applied", "t", "");
        ask(9, "e2", "a", "b", "t");
        TalkOracle oracle = new TalkOracle(ops);
        assertThat(owed("b")).containsExactly("e2");
        assertThat(oracle.isAnsweredTooEarly("e2", "b")).isTrue();
        assertThat(oracle.isAnsweredTooEarly("e1", "b")).isFalse();
    }

    @Test
    void anAnswerThatNamesItsAskNeedsNoClock() {
        ask(9, "e1", "a", "b", "");
        say(1, "r", "b", "a", "failed", "", "e1");
        assertThat(owed("b")).isEmpty();
    }

    @Test
    void ofTwoVariantsEachIsOwedForItself() {
        ask(1, "e1", "a", "b", "t");
        ask(2, "e1", "a", "b", "u");
        say(3, "r", "b", "a", "applied", "t", "");
        assertThat(owed("b")).containsExactly("e1");
        say(4, "q", "b", "a", "applied", "u", "");
        assertThat(owed("b")).isEmpty();
    }

    @Test
    void theEarliestClaimWinsByWhatItNamesOrElseByItsThread() {
        ask(1, "e1", "a", "b", "t");
        say(7, "late", "c", "a", "claimed", "t", "");
        say(3, "early", "b", "a", "claimed", "t", "");
        TalkOracle oracle = new TalkOracle(ops);
        assertThat(oracle.winner(ops.get(1)).event()).isEqualTo("early");
        assertThat(oracle.owed("b")).containsExactly(new Views.Owed("e1", false, "b"));
        say(9, "named", "d", "a", "claimed", "t", "e1");
        assertThat(new TalkOracle(ops).owed("b")).containsExactly(new Views.Owed("e1", false, "d"));
    }

    @Test
    void itsAuthorMayTakeAnAskBack() {
        ask(1, "e1", "a", "b", "");
        say(2, "x", "c", "", "superseded", "e1", "");
        assertThat(new TalkOracle(ops).owed("b")).containsExactly(new Views.Owed("e1", false, null));
        say(3, "y", "a", "", "superseded", "e1", "");
        assertThat(new TalkOracle(ops).owed("b")).containsExactly(new Views.Owed("e1", true, null));
    }
}
