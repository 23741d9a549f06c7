package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.hlc.DriftBounds;
import io.meshlog.op.Draft;
import io.meshlog.op.Op;
import io.meshlog.wire.DraftCodec;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.OpReading;
import io.meshlog.wire.OpTexts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What is written here reads back as what was meant (spec §3.3, §3.4; invariants H1, H10, V5). */
final class AuthoringPropertyTest {
    private static final List<String> TEXTS =
            List.of("a", "ü@é", "x\uD83D\uDE00", "\"quoted\\\"", "codex@desk", "*", "project/alpha");

    @Property(tries = 300)
    void anAuthoredEventIsWhatItsFieldsSay(@ForAll long seed) {
        Random random = new Random(seed);
        MemoryOpLog log = new MemoryOpLog(FakeKey.of("author").origin());
        Replica replica = replica(log);
        List<Input.Request> requests = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        for (int i = 0; i < count; i++) {
            requests.add(new Input.Request(
                    i, draft(random), "evt_" + i, "2026-08-25T23:20:03Z", random.nextBoolean() ? "d" : null));
        }
        Input.Append append = new Input.Append(requests, random.nextInt(3) == 0 ? 0 : TestNode.EPOCH);
        List<Effect> effects = replica.step(append, log.facts(replica.needs(append)));
        assertThat(effects.get(0)).as("durable first").isInstanceOf(Commit.class);
        log.commit(List.of((Commit) effects.get(0)));
        String stamp = "";
        int answered = 0;
        for (Effect effect : effects) {
            if (effect instanceof Effect.Answered answer) {
                Outcome.Appended appended = (Outcome.Appended) answer.outcome();
                Op op = appended.op();
                assertThat(op.seq()).isEqualTo(++answered);
                assertThat(appended.seq()).isEqualTo(answered);
                assertThat(OpReading.read(op.origin(), op.fields()).eventOrNull())
                        .isEqualTo(op.eventOrNull());
                Op relayed = OpTexts.read(OpTexts.page(op.origin().name(), OpCodec.toNode(op)), true)
                        .ops()
                        .get(0);
                assertThat(relayed).isEqualTo(op);
                assertThat(relayed.eventOrNull()).isEqualTo(op.eventOrNull());
                assertThat(op.eventOrNull().stamp().hlc().text()).isGreaterThan(stamp);
                stamp = op.eventOrNull().stamp().hlc().text();
            }
        }
        assertThat(answered).isEqualTo(count);
    }

    private static Draft draft(Random random) {
        StringBuilder json =
                new StringBuilder("{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\"");
        for (String field : List.of("topic", "to_agent", "correlation_id", "branch", "base_commit", "body")) {
            if (random.nextBoolean()) {
                json.append(",\"").append(field).append("\":");
                json.append(io.meshlog.op.JsonText.quote(TEXTS.get(random.nextInt(TEXTS.size()))));
            }
        }
        if (random.nextBoolean()) {
            json.append(",\"status\":\"open\",\"metadata\":{\"z\":1.0,\"a\":[-0.0,{\"b\":null}]}");
        }
        DraftCodec.Decoded decoded =
                DraftCodec.decode(OpTexts.utf8(json.append('}').toString()), null);
        assertThat(decoded.invalid()).isEmpty();
        return decoded.draft();
    }

    private static Replica replica(MemoryOpLog log) {
        return new Replica(
                new ReplicaConfig("boot", null, DriftBounds.DEFAULT, 500),
                FakeKey.VERIFIER,
                FakeKey.SUCCESSIONS,
                log.recover());
    }

    @Property(tries = 200)
    void stampsRiseOverJumpsOfTheClockAndCrashes(@ForAll long seed) {
        Random random = new Random(seed);
        TestNode node = new TestNode("node");
        String before = "";
        for (int i = 0; i < 12; i++) {
            node.advance((long) ((random.nextDouble() - 0.5) * 200_000_000));
            Op op = node.append("x");
            assertThat(op.fields().get("hlc")).isGreaterThan(before);
            assertThat(op.seq()).isEqualTo(i + 1);
            before = op.fields().get("hlc");
            if (random.nextInt(3) == 0) {
                node.crash();
            }
        }
        assertThat(new TreeMap<>(node.told().frontier().heads())).hasSize(1);
    }
}
