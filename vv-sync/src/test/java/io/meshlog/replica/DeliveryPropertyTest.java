package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.wire.OpCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** One set of ops, brought in any order, split and repetition, by nodes and references (invariants A1, A2, A4, A8). */
final class DeliveryPropertyTest {
    private static final String LOOSE = "rep_91b72265b1f5";

    @Property(tries = 60)
    void stateDependsOnTheSetOfOpsAlone(@ForAll long seed) {
        Random random = new Random(seed);
        Oracle oracle = new Oracle();
        List<TestNode> authors = authors(random, oracle);
        List<ReferencePeer> hubs = hubs(random, authors);
        List<TestNode> observers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            TestNode observer = new TestNode("observer " + i)
                    .pageOps(List.of(1, 2, 3, 5, 500).get(random.nextInt(5)))
                    .afterStep(oracle::check);
            deliver(observer, authors, hubs, random);
            observers.add(observer);
        }
        Oracle.settled(observers);
        String state = NaiveView.of(observers.get(0).log().ops()).state();
        for (TestNode observer : observers) {
            assertThat(NaiveView.of(observer.log().ops()).state()).isEqualTo(state);
            assertThat(TestNodeRecovery.recovered(observer).served().frontier())
                    .isEqualTo(observer.told().frontier());
        }
    }

    @Property(tries = 40)
    void a1WhatIsHeldAlreadyChangesNothing(@ForAll long seed) {
        Random random = new Random(seed);
        Oracle oracle = new Oracle();
        List<TestNode> authors = authors(random, oracle);
        TestNode observer = new TestNode("observer").afterStep(oracle::check);
        authors.forEach(observer::pull);
        String before = NaiveView.of(observer.log().ops()).state();
        long tip = observer.told().tipSeq();
        observer.crash();
        for (TestNode author : authors) {
            NodePeer peer = new NodePeer(author);
            for (MemoryOpLog.Held held : author.log().ops()) {
                Origin line = held.line();
                observer.pull(
                        "again " + held.op(),
                        q -> q instanceof Question.AskOps asked
                                        && asked.origin().equals(line)
                                ? peer.answer(new Question.AskOps(line, 0, 500, false))
                                : peer.answer(q));
            }
        }
        assertThat(NaiveView.of(observer.log().ops()).state()).isEqualTo(before);
        assertThat(observer.told().tipSeq()).isEqualTo(tip);
    }

    private static List<TestNode> authors(Random random, Oracle oracle) {
        List<TestNode> authors = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            authors.add(new TestNode("author " + i).signsAtOnce(random.nextBoolean()));
        }
        for (int i = 0; i < 18; i++) {
            TestNode author = authors.get(random.nextInt(authors.size()));
            String id = random.nextInt(3) == 0 ? "evt_key_" + random.nextInt(2) : "evt_" + i;
            oracle.issue(author.append(id, random.nextBoolean() ? "same" : "text " + i));
            author.advance(random.nextInt(5) - 2);
            if (random.nextInt(8) == 0 && authors.size() < 5) {
                authors.add(author.cloned("author " + authors.size()));
            }
        }
        authors.forEach(TestNode::sign);
        return authors;
    }

    /** References that got some of those ops without their chains, and have some of their own. */
    private static List<ReferencePeer> hubs(Random random, List<TestNode> authors) {
        List<ReferencePeer> hubs = new ArrayList<>();
        for (int h = 0; h < 2; h++) {
            hubs.add(new ReferencePeer("rep_hub" + h).pageOps(() -> 1 + random.nextInt(4)));
        }
        for (int seq = 2; seq < 12; seq += 2) {
            String id = random.nextInt(3) == 0 ? "evt_key_0" : "evt_loose_" + seq;
            String json = io.meshlog.wire.OpTexts.event(LOOSE, seq, ",\"body\":\"same\"")
                    .replace("evt_" + seq, id);
            hubs.get(0).op(LOOSE, seq, json);
            hubs.get(1).op(LOOSE, seq, random.nextInt(3) == 0 ? json.replace("same", "variant") : json);
        }
        for (TestNode author : authors) {
            for (MemoryOpLog.Held held : author.log().ops()) {
                Op op = held.op();
                if (random.nextInt(3) == 0 && held.line().equals(op.origin())) {
                    hubs.get(random.nextInt(2))
                            .replace(op.origin().name(), op.seq(), OpCodec.toReference(op, op.origin()));
                }
            }
        }
        return hubs;
    }

    private static void deliver(TestNode observer, List<TestNode> authors, List<ReferencePeer> hubs, Random random) {
        List<Runnable> rounds = new ArrayList<>();
        for (int repeat = 0; repeat < 2; repeat++) {
            authors.forEach(author -> rounds.add(() -> observer.pull(author)));
            for (int h = 0; h < hubs.size(); h++) {
                String name = "hub" + h;
                ReferencePeer hub = hubs.get(h);
                rounds.add(() -> observer.pull(name, hub));
            }
        }
        Collections.shuffle(rounds, random);
        for (Runnable round : rounds) {
            round.run();
            if (random.nextInt(4) == 0) {
                observer.crash();
            }
        }
    }
}
