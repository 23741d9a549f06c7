package io.meshlog.sim.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Commit;
import io.meshlog.replica.LogScript;
import io.meshlog.replica.OpKey;
import io.meshlog.replica.RecoveredState;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MemoryLogTest {
    private static final Origin SELF = LogScript.origin(1);
    private static final Origin FOREIGN = new Origin("rep_0123456789ab");

    private final LogScript script = new LogScript();
    private final MemoryLog log = new MemoryLog(SELF);

    private void commit(MemoryLog to) {
        to.commit(List.of(script.commit()));
    }

    @Test
    void listsOpsAsTheyCameAndEventsAsTheyWereDelivered() {
        Op second = script.loose(FOREIGN, 2, "b", Map.of());
        Op first = script.chained(SELF, "a", Map.of("artifact_ids", "[\"art_1\"]"));
        commit(log);
        assertThat(log.ops())
                .containsExactly(
                        new MemoryLog.Held(second, null, List.of()), new MemoryLog.Held(first, SELF, List.of("art_1")));
        assertThat(log.events()).extracting(Commit.EventRow::eventId).containsExactly("a", "b");
        assertThat(log.event("b")).isSameAs(log.events().get(1));
        assertThat(log.event("c")).isNull();
        assertThat(log.hasArtifact("art_1")).isFalse();
    }

    @Test
    void listsAreViewsThatNobodyCanChange() {
        List<MemoryLog.Held> ops = log.ops();
        List<Commit.EventRow> events = log.events();
        script.chained(SELF, "a", Map.of());
        commit(log);
        assertThat(ops).hasSize(1);
        assertThat(events).hasSize(1);
        assertThatThrownBy(() -> ops.remove(0)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> events.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void aCopyGoesItsOwnWay() {
        Op shared = script.loose(FOREIGN, 1, "a", Map.of());
        script.chained(SELF, "b", Map.of("artifact_ids", "[\"art_1\"]"));
        commit(log);
        RecoveredState before = log.recover();
        List<MemoryLog.Held> opsBefore = List.copyOf(log.ops());
        List<Commit.EventRow> eventsBefore = List.copyOf(log.events());

        MemoryLog copy = log.copy();
        assertThat(copy.recover()).isEqualTo(before);
        script.drop(shared);
        script.chained(SELF, "c", Map.of());
        script.sign(SELF);
        script.artifact("art_1", "content");
        script.position("http://p", FOREIGN, 1, "a");
        script.renewalDue("for a test");
        commit(copy);

        assertThat(log.recover()).isEqualTo(before);
        assertThat(log.ops()).isEqualTo(opsBefore);
        assertThat(log.events()).isEqualTo(eventsBefore);
        assertThat(log.hasArtifact("art_1")).isFalse();
        assertThat(copy.size()).isEqualTo(2);
        assertThat(copy.events()).extracting(Commit.EventRow::eventId).containsExactly("b", "c");
        assertThat(copy.hasArtifact("art_1")).isTrue();
    }

    @Test
    void whatDoesNotFitIsTakenBackAsAWhole() {
        Op relayed = script.loose(FOREIGN, 1, "a", Map.of("artifact_ids", "[\"art_1\"]"));
        script.chained(SELF, "b", Map.of());
        script.chained(SELF, "c", Map.of());
        script.sign(SELF);
        commit(log);
        RecoveredState before = log.recover();
        List<MemoryLog.Held> opsBefore = List.copyOf(log.ops());
        List<Commit.EventRow> eventsBefore = List.copyOf(log.events());

        script.drop(relayed);
        script.fork(SELF, 1, "d", Map.of());
        script.artifact("art_1", "content");
        script.position("http://p", FOREIGN, 1, "a");
        script.renew(LogScript.origin(2));
        Commit everything = script.commit();
        assertThatThrownBy(() -> log.commit(List.of(everything, everything))).isInstanceOf(IllegalStateException.class);

        assertThat(log.recover()).isEqualTo(before);
        assertThat(log.ops()).isEqualTo(opsBefore);
        assertThat(log.events()).isEqualTo(eventsBefore);
        assertThat(log.artifact("art_1")).isNull();
        assertThat(log.chainAt(SELF, 2)).isNotNull();
        log.commit(List.of(everything));
        assertThat(log.size()).isEqualTo(3);
        assertThat(log.chainAt(SELF, 2)).isNull();
    }

    @Test
    void aLineKeepsEveryOpBeforeItsLast() {
        Op first = script.chained(SELF, "a", Map.of());
        Op middle = script.chained(SELF, "b", Map.of());
        script.chained(SELF, "c", Map.of());
        commit(log);
        for (Op op : List.of(first, middle)) {
            Commit gap = dropping(op);
            assertThatThrownBy(() -> log.commit(List.of(gap)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("does not end at 3");
            assertThat(log.chained(SELF, 0, 9, 0)).isEmpty();
            assertThat(log.recover().unsigned()).hasSize(3);
        }
    }

    private Commit dropping(Op op) {
        Commit nothing = Commit.nothing(log.recover().nextSeq());
        return new Commit(
                null,
                null,
                nothing.splits(),
                List.of(OpKey.of(op)),
                nothing.ops(),
                List.of(op.eventId()),
                nothing.events(),
                nothing.artifacts(),
                nothing.signatures(),
                nothing.lines(),
                nothing.loose(),
                nothing.positions(),
                nothing.successions(),
                null,
                nothing.nextSeq());
    }
}
