package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§5.4 forks, invariant V7")
final class ForkTest {
    private static TestNode author(int ops) {
        TestNode node = new TestNode("author");
        for (int i = 1; i <= ops; i++) {
            node.append("stem " + i);
        }
        return node;
    }

    private static List<String> heads(TestNode node) {
        return node.told().frontier().heads().values().stream()
                .map(h -> h.origin() + "#" + h.seq())
                .toList();
    }

    private static Origin branch(Op first) {
        return first.origin().branch(first.chain());
    }

    @Test
    void aLineEndsAtTheParentAndEachChildGoesOnUnderItsName() {
        TestNode author = author(3);
        TestNode clone = author.cloned("clone");
        Op here = author.append("here");
        Op there = clone.append("there");
        Op more = clone.append("more");
        TestNode one = new TestNode("one");
        TestNode two = new TestNode("two");
        one.pull(author);
        one.pull(clone);
        two.pull(clone);
        two.pull(author);
        List<String> expected = new ArrayList<>(List.of(branch(here) + "#4", branch(there) + "#5"));
        Collections.sort(expected);
        expected.add(0, here.origin() + "#3");
        assertThat(heads(one)).isEqualTo(expected);
        assertThat(heads(two)).isEqualTo(expected);
        assertThat(one.told().frontier()).isEqualTo(two.told().frontier());
        assertThat(one.reported(Incident.Kind.FORK)).isTrue();
        assertThat(one.log().op(OpKey.of(more)).op()).isEqualTo(more);
        assertThat(one.log().op(OpKey.of(more)).op().origin()).isEqualTo(author.id());
    }

    @Test
    void twoFirstOpsForkAtTheRoot() {
        TestNode author = author(0);
        TestNode clone = author.cloned("clone");
        Op here = author.append("here");
        Op there = clone.append("there");
        TestNode observer = new TestNode("observer");
        observer.pull(author);
        observer.pull(clone);
        List<String> expected = new ArrayList<>(List.of(branch(here) + "#1", branch(there) + "#1"));
        Collections.sort(expected);
        assertThat(heads(observer)).isEqualTo(expected);
        TestNode joiner = new TestNode("joiner").pageOps(1);
        joiner.pull(observer);
        assertThat(joiner.told().frontier()).isEqualTo(observer.told().frontier());
    }

    /** Several clones, some of clones, written to and pulled in any order, some through relays. */
    @Property(tries = 60)
    void namesAreTheSameWhateverTheOrderOfArrivalAndTheRelay(@ForAll long seed) {
        Random random = new Random(seed);
        Oracle oracle = new Oracle();
        List<TestNode> writers = new ArrayList<>();
        writers.add(author(0));
        for (int i = 0; i < 14; i++) {
            TestNode writer = writers.get(random.nextInt(writers.size()));
            if (random.nextInt(3) == 0 && writers.size() < 6) {
                writers.add(writer.cloned("writer " + writers.size()).pageOps(1 + random.nextInt(4)));
            } else {
                oracle.issue(writer.append("text " + i));
            }
        }
        List<TestNode> observers = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            TestNode observer = new TestNode("observer " + i).pageOps(1 + random.nextInt(5));
            observer.afterStep(oracle::check);
            List<TestNode> sources = new ArrayList<>(writers);
            Collections.shuffle(sources, random);
            sources.forEach(source -> {
                if (!observers.isEmpty() && random.nextInt(3) == 0) {
                    observer.pull(observers.get(random.nextInt(observers.size())));
                }
                assertThat(observer.pull(source).refusals()).isEmpty();
            });
            observers.add(observer);
        }
        Oracle.settled(observers);
        TestNode joiner = new TestNode("joiner").afterStep(oracle::check);
        joiner.pull(observers.get(2));
        assertThat(joiner.told().frontier()).isEqualTo(observers.get(0).told().frontier());
        for (TestNode writer : writers) {
            writer.pull(observers.get(0));
            assertThat(NaiveView.of(writer.log().ops()).state())
                    .isEqualTo(NaiveView.of(joiner.log().ops()).state());
        }
    }

    @Test
    void moreThanSixtyFourBranchesAreRefusedAndShownAndStopNothingElse() {
        TestNode observer = new TestNode("observer");
        TestNode author = author(0);
        for (int i = 0; i < 64; i++) {
            TestNode clone = author.cloned("clone " + i);
            clone.append("branch " + i);
            assertThat(observer.pull(clone).refusals()).isEmpty();
        }
        TestNode other = new TestNode("other");
        other.append("else");
        TestNode relay = author.cloned("relay");
        relay.append("one too many");
        relay.pull(other);
        RoundResult result = observer.pull(relay);
        assertThat(result.refusals()).singleElement().asString().contains("64");
        assertThat(observer.reported(Incident.Kind.REFUSED)).isTrue();
        assertThat(observer.told().frontier().heads()).hasSize(65).containsKey(other.id());
        relay.append("going on");
        assertThat(observer.told().frontier().heads().keySet()).noneMatch(o -> o.equals(author.id()));
    }

    @Test
    void aForkInTheMiddleOfALineMovesItsChildrenToItsRest() {
        TestNode author = author(2);
        TestNode early = author.cloned("early");
        author.append("stem 3");
        author.append("stem 4");
        TestNode late = author.cloned("late");
        author.append("here");
        late.append("late");
        TestNode observer = new TestNode("observer");
        observer.pull(author);
        observer.pull(late);
        assertThat(observer.told().frontier().heads()).hasSize(3);
        early.append("early");
        observer.pull(early);
        assertThat(observer.told().frontier().heads()).hasSize(5);
        TestNode joiner = new TestNode("joiner");
        joiner.pull(observer);
        assertThat(joiner.told().frontier()).isEqualTo(observer.told().frontier());
    }
}
