package io.meshlog.replica;

import static io.meshlog.wire.OpTexts.event;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.wire.OpTexts;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link MemoryOpLog} recomputes every summary after every commit; what is checked here is which ops stay. */
@DisplayName("§5.1 loose ops")
final class LooseOpsTest {
    private static final String LOOSE = "rep_91b72265b1f5";

    private final TestNode node = new TestNode("node").afterStep(new Oracle()::check);
    private final ReferencePeer hub = new ReferencePeer("rep_hub");

    private List<Op> held() {
        return node.log().ops().stream().map(MemoryOpLog.Held::op).toList();
    }

    private static String variant(String more) {
        return event(LOOSE, 7, more);
    }

    @Test
    void ofTwoVariantsTheOneWithMoreFieldsStays() {
        String richer = variant(",\"x\":1");
        for (List<String> order : List.of(List.of(variant(""), richer), List.of(richer, variant("")))) {
            TestNode fresh = new TestNode("fresh").afterStep(new Oracle()::check);
            order.forEach(json -> fresh.pull("hub " + json, new ReferencePeer("rep_hub").op(LOOSE, 7, json)));
            assertThat(fresh.log().ops())
                    .singleElement()
                    .satisfies(h -> assertThat(h.op()).isEqualTo(OpTexts.loose(richer)));
        }
    }

    @Test
    void ofTwoVariantsWithEquallyManyFieldsTheGreaterBytesStay() {
        String lesser = variant(",\"body\":\"a\",\"x\":null");
        String greater = variant(",\"body\":\"b\"");
        for (List<String> order : List.of(List.of(lesser, greater), List.of(greater, lesser))) {
            TestNode fresh = new TestNode("fresh").afterStep(new Oracle()::check);
            order.forEach(json -> fresh.pull("hub " + json, new ReferencePeer("rep_hub").op(LOOSE, 7, json)));
            assertThat(fresh.log().ops())
                    .singleElement()
                    .satisfies(h -> assertThat(h.op()).isEqualTo(OpTexts.loose(greater)));
            assertThat(fresh.log().events()).hasSize(1);
        }
    }

    @Test
    void variantsInOnePageCountAsOne() {
        hub.op(LOOSE, 7, variant(",\"body\":\"a\""))
                .op(LOOSE, 7, variant(",\"body\":\"c\""))
                .op(LOOSE, 7, variant(",\"body\":\"b\""));
        hub.op(LOOSE, 8, event(LOOSE, 8, "")).op(LOOSE, 8, event(LOOSE, 8, ""));
        RoundResult result = node.pull("hub", hub);
        assertThat(result.refusals()).isEmpty();
        assertThat(held()).hasSize(2).contains(OpTexts.loose(variant(",\"body\":\"c\"")));
    }

    /** The better variant has fields that this version cannot read: the event is hidden, not left on a dropped op. */
    @Test
    void anUnreadableBetterVariantTakesItsEventAlong() {
        node.pull("hub", hub.op(LOOSE, 7, variant("")));
        assertThat(node.log().events()).hasSize(1);
        node.pull("second", new ReferencePeer("rep_second").op(LOOSE, 7, variant(",\"x\":NaN")));
        assertThat(held()).hasSize(1);
        assertThat(node.log().events()).isEmpty();
        assertThat(node.reported(Incident.Kind.QUARANTINE)).isTrue();
    }

    @Test
    void aBetterVariantThatIsReadableAgainIsDelivered() {
        node.pull("hub", hub.op(LOOSE, 7, variant(",\"x\":NaN")));
        assertThat(node.log().events()).isEmpty();
        node.pull("second", new ReferencePeer("rep_second").op(LOOSE, 7, variant(",\"x\":1,\"y\":1")));
        assertThat(node.log().events()).hasSize(1);
    }

    @Test
    void twoOpsAtOneAddressAreTwoOps() {
        hub.op(LOOSE, 7, event(LOOSE, 7, "")).op(LOOSE, 7, event(LOOSE, 7, "").replace("evt_7", "evt_other"));
        node.pull("hub", hub);
        assertThat(held()).hasSize(2);
        TestNode second = new TestNode("second").pageOps(1).afterStep(new Oracle()::check);
        second.pull(node);
        assertThat(second.told().frontier()).isEqualTo(node.told().frontier());
    }

    @Test
    void atMostSixtyFourOpsShareAnAddress() {
        for (int i = 0; i <= Limits.COLLISIONS_MAX; i++) {
            hub.op(LOOSE, 7, event(LOOSE, 7, "").replace("evt_7", "evt_" + (100 + i)));
        }
        RoundResult result = node.pull("hub", hub);
        assertThat(held()).hasSize(Limits.COLLISIONS_MAX);
        assertThat(result.refusals()).singleElement().asString().contains("64");
    }

    @Test
    void theChainedOpTakesTheLooseOnesPlaceWhicheverCameFirst() {
        TestNode author = new TestNode("author");
        Op one = author.append("one");
        Op two = author.append("two");
        hub.op(one).op(two);
        node.pull("hub", hub);
        assertThat(node.told().frontier().loose().get(author.id()).count()).isEqualTo(2);
        assertThat(node.told().frontier().vector().entries()).isEmpty();
        long positions = node.told().tipSeq();
        Oracle issuing = new Oracle();
        issuing.issue(one);
        issuing.issue(two);
        TestNode chained = new TestNode("chained").afterStep(issuing::check);
        chained.pull(author);
        chained.pull("hub", hub);
        issuing.forget(node);
        node.afterStep(issuing::check);
        node.pull(author);
        assertThat(held()).containsExactlyInAnyOrder(one, two);
        assertThat(node.told().frontier()).isEqualTo(chained.told().frontier());
        assertThat(node.told().tipSeq()).as("no event is delivered again").isEqualTo(positions);
    }

    @Test
    void aBranchThatAReferencePassedOnIsReplacedToo() {
        TestNode author = new TestNode("author");
        TestNode clone = author.cloned("clone");
        Op here = author.append("here");
        Op there = clone.append("there");
        TestNode forked = new TestNode("forked");
        forked.pull(author);
        forked.pull(clone);
        for (Op op : List.of(here, there)) {
            Origin branch = op.origin().branch(op.chain());
            hub.op(branch.name(), 1, io.meshlog.wire.OpCodec.toReference(op, branch));
        }
        TestNode fresh = new TestNode("fresh");
        fresh.pull("hub", hub);
        assertThat(fresh.told().frontier().loose()).hasSize(2);
        assertThat(fresh.reported(Incident.Kind.CLOCK_ANOMALY)).isFalse();
        fresh.pull(forked);
        assertThat(fresh.told().frontier()).isEqualTo(forked.told().frontier());
        assertThat(fresh.log().events()).hasSize(2);
    }

    @Test
    void aReferenceIsAskedFromTheLastOpTakenInclusive() {
        hub.op(LOOSE, 5, event(LOOSE, 5, "")).op(LOOSE, 9, event(LOOSE, 9, ""));
        node.pull("hub", hub);
        node.crash();
        hub.op(LOOSE, 12, event(LOOSE, 12, "")).forgetAsked();
        node.pull("hub", hub);
        assertThat(hub.asked()).extracting(Question.AskOps::after).containsExactly(8L);
        assertThat(held()).hasSize(3);
        hub.forgetAsked();
        node.pull("hub", hub);
        assertThat(hub.asked()).as("O8 at rest").isEmpty();
    }

    @Test
    void aReferenceThatWasSetBackAndWentOnIsListedFromTheStart() {
        for (long seq = 1; seq <= 6; seq++) {
            hub.op(LOOSE, seq, event(LOOSE, seq, ""));
        }
        node.pull("hub", hub);
        hub.remove(LOOSE, 3);
        for (long seq = 4; seq <= 8; seq++) {
            hub.op(LOOSE, seq, event(LOOSE, seq, "").replace("evt_" + seq, "evt_again_" + seq));
        }
        hub.forgetAsked();
        node.pull("hub", hub);
        assertThat(hub.asked()).extracting(Question.AskOps::after).containsExactly(5L, 0L);
        assertThat(held()).hasSize(11);
    }

    @Test
    void aReferenceThatWasSetBackBelowWhatWasTakenIsListedFromTheStart() {
        for (long seq = 1; seq <= 6; seq++) {
            hub.op(LOOSE, seq, event(LOOSE, seq, ""));
        }
        node.pull("hub", hub);
        hub.remove(LOOSE, 2);
        hub.op(LOOSE, 3, event(LOOSE, 3, "").replace("evt_3", "evt_again_3"));
        node.pull("hub", hub);
        assertThat(held()).hasSize(7);
    }

    @Test
    void summariesThatDifferBelowTheTopAreListedInFull() {
        TestNode left = new TestNode("left");
        TestNode right = new TestNode("right");
        left.pull(
                "hub",
                new ReferencePeer("rep_a").op(LOOSE, 3, event(LOOSE, 3, "")).op(LOOSE, 9, event(LOOSE, 9, "")));
        right.pull(
                "hub",
                new ReferencePeer("rep_b").op(LOOSE, 4, event(LOOSE, 4, "")).op(LOOSE, 8, event(LOOSE, 8, "")));
        left.pull(right);
        right.pull(left);
        assertThat(left.told().frontier()).isEqualTo(right.told().frontier());
        assertThat(left.log().ops()).hasSize(4);
        int asked = left.asked(Question.AskOps.class);
        left.pull(right);
        assertThat(left.asked(Question.AskOps.class)).as("O8 at rest").isEqualTo(asked);
    }

    /** Invariant A6. */
    @Test
    void anOpThatCannotBeReadStopsNothingAndIsPassedOn() {
        hub.op(LOOSE, 1, event(LOOSE, 1, ""))
                .op(LOOSE, 2, event(LOOSE, 2, ",\"metadata\":{\"n\":NaN}"))
                .op(LOOSE, 3, event(LOOSE, 3, ""));
        node.pull("hub", hub);
        TestNode second = new TestNode("second").afterStep(new Oracle()::check);
        second.pull(node);
        assertThat(second.told().frontier()).isEqualTo(node.told().frontier());
        assertThat(second.log().events()).hasSize(2);
        assertThat(second.log().ops().stream()
                        .map(h -> io.meshlog.wire.OpCodec.toNode(h.op()))
                        .toList())
                .anyMatch(json -> json.contains("{\"n\":NaN}"));
        assertThat(second.reported(Incident.Kind.QUARANTINE)).isTrue();
    }

    @Test
    void stampsThatAreNotToBeTrustedAreShownAndReportedAndNotAbsorbed() {
        String far = event(LOOSE, 1, "").replace("1787699958117", "9000000000000");
        String foreign = event(LOOSE, 2, "").replace("-" + LOOSE, "-rep_someone");
        node.pull("hub", hub.op(LOOSE, 1, far).op(LOOSE, 2, foreign));
        assertThat(node.log().events()).hasSize(2);
        assertThat(node.reported(Incident.Kind.CLOCK_ANOMALY)).isTrue();
        TestNode author = new TestNode("author");
        author.pull("hub", hub);
        Op op = author.append("after");
        assertThat(op.eventOrNull().stamp().hlc().millis()).isEqualTo(TestNode.EPOCH);
    }
}
