package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.hlc.ClockMark;
import io.meshlog.op.Artifact;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Digest;
import io.meshlog.op.Fields;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.op.Reading;
import io.meshlog.vector.Chain;
import io.meshlog.vector.LooseSummary;
import io.meshlog.wire.FieldsText;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link OpLog} must do, whatever it keeps its ops in. */
public abstract class OpLogContractTest {
    private static final Origin SELF = LogScript.origin(1);
    private static final Origin OTHER = LogScript.origin(2);
    private static final Origin FOREIGN = new Origin("rep_0123456789ab");
    private static final long ANY_SIZE = Long.MAX_VALUE;

    private final LogScript script = new LogScript();
    private OpLog log;

    /** A new and empty log of this replica. */
    protected abstract OpLog open(Origin self);

    /** The same log after a restart. */
    protected abstract OpLog reopen(OpLog log);

    private static final SortedSet<String> NO_IDS = new TreeSet<>();

    @BeforeEach
    void openALog() {
        log = open(SELF);
    }

    @Test
    void startsEmptyUnderItsOwnId() {
        assertThat(log.recover())
                .isEqualTo(new RecoveredState(
                        SELF,
                        null,
                        ClockMark.ZERO,
                        new TreeMap<>(),
                        new TreeMap<>(),
                        List.of(),
                        List.of(),
                        List.of(),
                        1));
        assertThat(log.facts(Needs.NOTHING)).isEqualTo(Facts.NONE);
    }

    @Test
    void recoversWhatTheLastCommitSaid() {
        script.chained(SELF, "e1", Map.of());
        script.sign(SELF);
        Op unsigned = script.chained(SELF, "e2", Map.of());
        script.loose(FOREIGN, 7, "f1", Map.of());
        script.position("http://p", FOREIGN, 7, "f1");
        script.renewalDue("for a test");
        Commit commit = script.commit();
        commit(commit);
        RecoveredState state = log.recover();
        assertThat(state.clock()).isEqualTo(commit.clock());
        assertThat(state.lines()).isEqualTo(script.lines());
        assertThat(state.loose()).isEqualTo(commit.loose());
        assertThat(state.positions()).isEqualTo(commit.positions());
        assertThat(state.renewalDue()).isEqualTo("for a test");
        assertThat(state.nextSeq()).isEqualTo(4);
        assertThat(state.unsigned()).containsExactly(RecoveredState.UnsignedOp.of(SELF, unsigned));
        assertThat(reopen(log).recover()).isEqualTo(state);
    }

    @Test
    void anIdentityEndsTheRenewalThatWasDue() {
        script.renewalDue("for a test");
        commit(script.commit());
        script.renew(OTHER);
        Commit commit = script.commit();
        commit(commit);
        RecoveredState state = reopen(log).recover();
        assertThat(state.self()).isEqualTo(OTHER);
        assertThat(state.renewalDue()).isNull();
        assertThat(state.successions()).isEqualTo(commit.successions());
    }

    @Test
    void tellsWhichChainedOpsStandInASpan() {
        for (int i = 1; i <= 5; i++) {
            script.chained(OTHER, "e" + i, Map.of());
        }
        script.sign(OTHER);
        commit(script.commit());
        Origin branch = script.fork(OTHER, 3, "b4", Map.of());
        commit(script.commit());
        Origin rest = script.lines().keySet().stream()
                .filter(o -> o.isBranch() && !o.equals(branch))
                .findFirst()
                .orElseThrow();
        List<Facts.Held> held = facts(OTHER, 3, 4).chain().get(OTHER);
        assertThat(held).extracting(Facts.Held::seq).containsExactlyInAnyOrder(3L, 4L, 4L);
        assertThat(held).extracting(Facts.Held::line).containsExactlyInAnyOrder(OTHER, rest, branch);
        assertThat(held).extracting(Facts.Held::eventId).containsExactlyInAnyOrder("e3", "e4", "b4");
    }

    @Test
    void tellsAnOpOnceThoughSpansOverlap() {
        for (int i = 1; i <= 5; i++) {
            script.chained(OTHER, "e" + i, Map.of());
        }
        script.sign(OTHER);
        commit(script.commit());
        SortedMap<Origin, List<Needs.Span>> chain = new TreeMap<>();
        chain.put(OTHER, List.of(new Needs.Span(4, 4), new Needs.Span(2, 4), new Needs.Span(3, 5)));
        List<Facts.Held> held = log.facts(needs(chain, new TreeSet<>())).chain().get(OTHER);
        assertThat(held).extracting(Facts.Held::seq).containsExactlyInAnyOrder(2L, 3L, 4L, 5L);
    }

    @Test
    void aSplitMovesTheRestOfALineAndKeepsItsChain() {
        Op first = script.chained(OTHER, "e1", Map.of());
        Op second = script.chained(OTHER, "e2", Map.of());
        script.sign(OTHER);
        commit(script.commit());
        Origin branch = script.fork(OTHER, 1, "b2", Map.of());
        commit(script.commit());
        Origin rest = OTHER.branch(second.chain());
        assertThat(log.chained(OTHER, 0, 10, ANY_SIZE)).containsExactly(first);
        assertThat(log.chained(rest, 0, 10, ANY_SIZE)).containsExactly(first, second);
        assertThat(log.chained(rest, 1, 10, ANY_SIZE)).containsExactly(second);
        assertThat(log.chained(rest, 0, 1, ANY_SIZE)).containsExactly(first);
        assertThat(log.chained(branch, 0, 10, ANY_SIZE)).extracting(Op::eventId).containsExactly("e1", "b2");
        assertThat(log.chained(branch, 2, 10, ANY_SIZE)).isEmpty();
        assertThat(log.chainAt(branch, 1)).isEqualTo(first.chain());
        assertThat(log.chainAt(rest, 2)).isEqualTo(second.chain());
        assertThat(log.chainAt(OTHER, 2)).isNull();
        assertThat(reopen(log).recover().lines()).isEqualTo(script.lines());
    }

    @Test
    void chainPointsReachFromTheRootToTheEnd() {
        Op first = script.chained(SELF, "e1", Map.of());
        commit(script.commit());
        assertThat(log.chainAt(SELF, 0)).isEqualTo(Chain.ROOT);
        assertThat(log.chainAt(SELF, 1)).isEqualTo(first.chain());
        assertThat(log.chainAt(SELF, 2)).isNull();
        assertThat(log.chainAt(OTHER, 0)).isNull();
    }

    @Test
    void pagesEndAtTheSignedHead() {
        Op first = script.chained(SELF, "e1", Map.of());
        script.sign(SELF);
        script.chained(SELF, "e2", Map.of());
        commit(script.commit());
        List<Op> page = log.chained(SELF, 0, 10, ANY_SIZE);
        assertThat(page).containsExactly(first);
        assertThat(page.get(0).sig()).isNotNull();
        assertThat(log.chained(SELF, 1, 10, ANY_SIZE)).isEmpty();
        assertThat(log.chained(OTHER, 0, 10, ANY_SIZE)).isEmpty();
    }

    @Test
    void pagesEndWithTheOpThatPassesTheBound() {
        Op first = script.chained(SELF, "e1", Map.of());
        script.chained(SELF, "e2", Map.of());
        script.chained(SELF, "e3", Map.of());
        script.sign(SELF);
        script.loose(FOREIGN, 1, "f1", Map.of());
        script.loose(FOREIGN, 2, "f2", Map.of());
        commit(script.commit());
        long size = CodePoints.utf8Length(FieldsText.write(first.fields()));
        assertThat(log.chained(SELF, 0, 2, ANY_SIZE)).hasSize(2);
        assertThat(log.chained(SELF, 0, 9, 0)).hasSize(1);
        assertThat(log.chained(SELF, 0, 9, size - 1)).hasSize(1);
        assertThat(log.chained(SELF, 0, 9, size)).hasSize(2);
        assertThat(log.loose(FOREIGN, 0, 9, 0)).hasSize(1);
        assertThat(log.loose(FOREIGN, 1, 9, 0)).extracting(Op::eventId).containsExactly("f2");
    }

    @Test
    void looseOpsAreASetByOriginSeqAndEvent() {
        script.loose(FOREIGN, 5, "b", Map.of());
        script.loose(FOREIGN, 5, "a", Map.of());
        script.loose(FOREIGN, 2, "c", Map.of());
        script.loose(FOREIGN, 9, "d", Map.of());
        commit(script.commit());
        assertThat(log.loose(FOREIGN, 0, 9, ANY_SIZE)).extracting(Op::eventId).containsExactly("c", "a", "b", "d");
        Facts.LooseFacts inside = looseFacts(FOREIGN, 3, 5);
        assertThat(inside.held()).extracting(Op::eventId).containsExactlyInAnyOrder("a", "b");
        assertThat(inside.topOutside()).isEqualTo(9);
        assertThat(looseFacts(FOREIGN, 3, 9).topOutside()).isEqualTo(2);
        assertThat(looseFacts(FOREIGN, 1, 9).topOutside()).isZero();
        assertThat(looseFacts(OTHER, 1, 9)).isEqualTo(new Facts.LooseFacts(List.of(), 0));
    }

    @Test
    void aDroppedOpIsGoneAndItsEventGoesWithTheLastOfThem() {
        Op only = script.loose(FOREIGN, 1, "a", Map.of());
        commit(script.commit());
        script.drop(only);
        commit(script.commit());
        assertThat(log.loose(FOREIGN, 0, 9, ANY_SIZE)).isEmpty();
        assertThat(facts("a").events()).isEmpty();
        assertThat(log.recover().loose()).isEmpty();
        script.loose(FOREIGN, 1, "a", Map.of());
        commit(script.commit());
        assertThat(facts("a").events().get("a").seq()).isEqualTo(2);
    }

    @Test
    void aChainedOpReplacesTheLooseOneOfItsEvent() {
        Op relayed = script.loose(OTHER, 1, "a", Map.of());
        commit(script.commit());
        script.drop(relayed);
        Op chained = script.chained(OTHER, relayed.fields());
        script.sign(OTHER);
        commit(script.commit());
        Facts.EventFacts event = facts("a").events().get("a");
        assertThat(event.seq()).isEqualTo(1);
        assertThat(event.revised()).isFalse();
        assertThat(event.visible()).isEqualTo(OpKey.of(chained));
        assertThat(event.carriers()).hasSize(1);
    }

    @Test
    void anEventKnowsEveryOpThatCarriesIt() {
        Op late = script.chained(SELF, "a", Map.of("hlc", "1700000000009-000000-" + SELF));
        commit(script.commit());
        Op early = script.loose(FOREIGN, 1, "a", Map.of("hlc", "1600000000000-000000-" + FOREIGN, "body", "other"));
        commit(script.commit());
        Facts.EventFacts event = facts("a", "unknown").events().get("a");
        assertThat(event.visible()).isEqualTo(OpKey.of(early));
        assertThat(event.seq()).isEqualTo(2);
        assertThat(event.revised()).isTrue();
        assertThat(event.carriers())
                .extracting(Facts.Carrier::key)
                .containsExactlyInAnyOrder(OpKey.of(late), OpKey.of(early));
        assertThat(event.carriers())
                .extracting(Facts.Carrier::payload)
                .containsExactlyInAnyOrder(late.payload(), early.payload());
        assertThat(facts("unknown").events()).isEmpty();
    }

    @Test
    void tellsWhatTheOpsOfAnEventSay() {
        Op late = script.chained(SELF, "a", Map.of("hlc", "1700000000009-000000-" + SELF));
        Op early = script.loose(FOREIGN, 1, "a", Map.of("hlc", "1600000000000-000000-" + FOREIGN, "body", "other"));
        script.chained(SELF, "b", Map.of());
        Op unreadable = script.loose(FOREIGN, 2, "a", Map.of("hlc", "nonsense"));
        commit(script.commit());
        log = reopen(log);
        SortedMap<String, List<Op>> whole =
                log.facts(whole(List.of("a", "unknown"), List.of())).eventsWhole();
        assertThat(unreadable.eventOrNull()).isNull();
        assertThat(whole.keySet()).containsExactly("a");
        assertThat(whole.get("a")).containsExactlyInAnyOrder(late, early);
        assertThat(whole.get("a")).extracting(Op::fields).containsExactlyInAnyOrder(late.fields(), early.fields());
    }

    @Test
    void tellsWhatIsRecordedOfAnArtifact() {
        Artifact artifact = script.artifact("art_1", "content");
        commit(script.commit());
        log = reopen(log);
        Facts facts = log.facts(whole(List.of(), List.of("art_1", "art_2")));
        assertThat(facts.artifactsWhole().keySet()).containsExactly("art_1");
        assertThat(facts.artifactsWhole().get("art_1")).isEqualTo(artifact.fields());
        assertThat(facts.artifacts()).isEmpty();
    }

    private static Needs whole(List<String> events, List<String> artifacts) {
        return new Needs(
                new TreeMap<>(),
                new TreeMap<>(),
                NO_IDS,
                NO_IDS,
                new TreeSet<>(events),
                new TreeSet<>(artifacts),
                "",
                0);
    }

    @Test
    void anOpReadsBackVerbatim() {
        SortedMap<String, String> odd = new TreeMap<>();
        script.fields(FOREIGN, 1, "a\u0000\u1F600\uD83D\uDE00'\"", Map.of()).forEach(odd::put);
        odd.put("origin_seq", "1.0");
        odd.put("x_unknown", "{\"a\":1.50,\"b\":[null,1e400]}");
        odd.put("branch", "null");
        odd.put("metadata", "{}");
        Op loose = script.loose(FOREIGN, 1, Fields.of(odd));
        Op plain = script.chained(SELF, "b", Map.of());
        script.sign(SELF);
        commit(script.commit());
        log = reopen(log);
        Op read = log.loose(FOREIGN, 0, 9, ANY_SIZE).get(0);
        assertThat(read).isEqualTo(loose);
        assertThat(read.fields()).isEqualTo(loose.fields());
        assertThat(read.reading()).isEqualTo(loose.reading());
        assertThat(log.chained(SELF, 0, 9, ANY_SIZE).get(0).fields()).isEqualTo(plain.fields());
        assertThat(log.facts(needs(new TreeMap<>(), new TreeSet<>(List.of(loose.eventId()))))
                        .events())
                .hasSize(1);
    }

    @Test
    void anUnreadableOpIsKeptAndCarriesNoEvent() {
        Op op = script.chained(SELF, "a", Map.of("hlc", "nonsense"));
        script.sign(SELF);
        Op other = script.loose(FOREIGN, 1, script.fields(FOREIGN, 1, "", Map.of()));
        commit(script.commit());
        assertThat(op.eventOrNull()).isNull();
        Op read = log.chained(SELF, 0, 9, ANY_SIZE).get(0);
        assertThat(read).isEqualTo(op);
        assertThat(read.reading()).isEqualTo(op.reading()).isInstanceOf(Reading.Unreadable.class);
        assertThat(log.loose(FOREIGN, 0, 9, ANY_SIZE)).containsExactly(other);
        assertThat(facts("a").events()).isEmpty();
        assertThat(facts(SELF, 1, 1).chain().get(SELF).get(0).eventId()).isEqualTo("a");
    }

    @Test
    void artifactsReadBackAndEndTheWaitForThem() {
        script.chained(SELF, "a", Map.of("artifact_ids", "[\"art_1\",\"art_2\",\"art_3\"]"));
        commit(script.commit());
        assertThat(pending("", 9)).containsExactly("art_1", "art_2", "art_3");
        assertThat(pending("art_1", 1)).containsExactly("art_2");
        Artifact second = script.artifact("art_2", "content ä");
        script.artifact("art_9", "content ä");
        commit(script.commit());
        log = reopen(log);
        assertThat(pending("", 9)).containsExactly("art_1", "art_3");
        assertThat(log.artifact("art_2")).isEqualTo(second);
        assertThat(log.artifact("art_1")).isNull();
        Needs asked = new Needs(
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeSet<>(),
                new TreeSet<>(List.of("art_1", "art_2")),
                NO_IDS,
                NO_IDS,
                "",
                0);
        assertThat(log.facts(asked).artifacts().keySet()).containsExactly("art_2");
        assertThat(log.facts(asked).artifacts().get("art_2").sizeBytes()).isEqualTo(10);
    }

    @Test
    void contentThatNoOpProvesGivesWayToWhatOneWasSignedWith() {
        Digest signed = Digest.sha256("signed".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        String ref = "[{\"id\":\"art_1\",\"sha256\":\"" + signed.hex() + "\",\"size_bytes\":6}]";
        script.chained(SELF, "a", Map.of("artifact_ids", "[\"art_1\"]", "artifacts", ref));
        script.artifact("art_1", "planted");
        commit(script.commit());
        log = reopen(log);
        Needs asked = new Needs(
                new TreeMap<>(),
                new TreeMap<>(),
                new TreeSet<>(),
                new TreeSet<>(List.of("art_1")),
                NO_IDS,
                NO_IDS,
                "",
                9);
        assertThat(log.facts(asked).provenArtifacts()).isEmpty();
        assertThat(log.facts(asked).pendingArtifacts())
                .containsExactly(new Facts.PendingArtifact("art_1", List.of(signed)));
        script.artifact("art_1", "signed");
        commit(script.commit());
        log = reopen(log);
        assertThat(log.artifact("art_1").content()).isEqualTo("signed");
        assertThat(log.facts(asked).provenArtifacts()).containsExactly("art_1");
        assertThat(log.facts(asked).pendingArtifacts()).isEmpty();
    }

    @Test
    void severalCommitsAreOne() {
        script.chained(SELF, "a", Map.of());
        Commit first = script.commit();
        script.chained(SELF, "b", Map.of());
        Commit second = script.commit();
        log.commit(List.of(first, second));
        assertThat(log.recover().lines().get(SELF).seq()).isEqualTo(2);
        assertThat(log.recover().nextSeq()).isEqualTo(3);
    }

    @Test
    void aCommitThatDoesNotFitLeavesNothing() {
        script.chained(SELF, "a", Map.of());
        script.sign(SELF);
        Commit good = script.commit();
        commit(good);
        Op absent = script.loose(FOREIGN, 1, "f", Map.of());
        Commit loose = script.commit();
        script.chained(SELF, "b", Map.of());
        Commit next = script.commit();
        RecoveredState before = log.recover();

        assertRefused(before, good);
        assertRefused(before, with(loose, List.of(), List.of(), loose.events(), loose.loose()));
        assertRefused(before, with(loose, List.of(), loose.ops(), List.of(), loose.loose()));
        assertRefused(before, with(loose, List.of(OpKey.of(absent)), loose.ops(), loose.events(), loose.loose()));
        assertRefused(before, with(loose, List.of(), loose.ops(), loose.events(), new TreeMap<>()));
        SortedMap<Origin, LooseSummary> wrong = new TreeMap<>();
        wrong.put(FOREIGN, new LooseSummary(2, 1, Digest.ZERO));
        assertRefused(before, with(loose, List.of(), loose.ops(), loose.events(), wrong));
        assertRefused(before, loose, loose);

        commit(loose);
        commit(next);
        assertThat(log.recover().lines().get(SELF).seq()).isEqualTo(2);
    }

    private void assertRefused(RecoveredState before, Commit... commits) {
        List<Commit> all = List.of(commits);
        assertThatThrownBy(() -> log.commit(all)).isInstanceOf(IllegalStateException.class);
        assertThat(log.recover()).isEqualTo(before);
        assertThat(log.loose(FOREIGN, 0, 9, ANY_SIZE)).isEmpty();
        assertThat(facts("f", "b").events()).isEmpty();
    }

    private static Commit with(
            Commit of,
            List<OpKey> dropped,
            List<Commit.NewOp> ops,
            List<Commit.EventRow> events,
            SortedMap<Origin, LooseSummary> loose) {
        return new Commit(
                of.identity(),
                of.renewalDue(),
                of.splits(),
                dropped,
                ops,
                of.withdrawn(),
                events,
                of.artifacts(),
                of.signatures(),
                of.lines(),
                loose,
                of.positions(),
                of.successions(),
                of.clock(),
                of.nextSeq());
    }

    private void commit(Commit commit) {
        log.commit(List.of(commit));
    }

    private Facts facts(String... eventIds) {
        return log.facts(needs(new TreeMap<>(), new TreeSet<>(List.of(eventIds))));
    }

    private Facts facts(Origin base, long from, long to) {
        SortedMap<Origin, List<Needs.Span>> chain = new TreeMap<>();
        chain.put(base, List.of(new Needs.Span(from, to)));
        return log.facts(needs(chain, new TreeSet<>()));
    }

    private static Needs needs(SortedMap<Origin, List<Needs.Span>> chain, SortedSet<String> eventIds) {
        return new Needs(chain, new TreeMap<>(), eventIds, NO_IDS, NO_IDS, NO_IDS, "", 0);
    }

    private Facts.LooseFacts looseFacts(Origin origin, long from, long to) {
        SortedMap<Origin, Needs.Span> loose = new TreeMap<>();
        loose.put(origin, new Needs.Span(from, to));
        return log.facts(new Needs(new TreeMap<>(), loose, NO_IDS, NO_IDS, NO_IDS, NO_IDS, "", 0))
                .loose()
                .get(origin);
    }

    private List<String> pending(String after, int max) {
        return log
                .facts(new Needs(new TreeMap<>(), new TreeMap<>(), NO_IDS, NO_IDS, NO_IDS, NO_IDS, after, max))
                .pendingArtifacts()
                .stream()
                .map(Facts.PendingArtifact::id)
                .toList();
    }
}
