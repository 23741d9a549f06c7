package io.meshlog.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.cursor.Cover;
import io.meshlog.cursor.Point;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.node.store.list.FollowFrom;
import io.meshlog.node.store.list.Followed;
import io.meshlog.node.store.list.ListQuery;
import io.meshlog.node.store.row.StoredEvent;
import io.meshlog.op.Op;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Spec §6 and §12, the corners: events that move, ops that replace others, variants that readers were never shown. */
final class CarriedCursorTest {
    private final TestNode author = new TestNode("author");
    private final TestNode earlier = new TestNode("earlier");
    private final TestNode other = new TestNode("other");

    private StoredCopy atAuthor;
    private StoredCopy atOther;

    @BeforeEach
    void open() throws IOException {
        atAuthor = new StoredCopy(author, StoreSettings.DEFAULT);
        atOther = new StoredCopy(other, StoreSettings.DEFAULT);
    }

    @AfterEach
    void close() throws IOException {
        atAuthor.close();
        atOther.close();
    }

    private void catchUp() throws IOException {
        atAuthor.catchUp();
        atOther.catchUp();
    }

    private static Followed page(StoredCopy copy, long position, int limit, FollowFrom from) {
        Followed followed = copy.reader().follow(ListQuery.all(position, limit, 1 << 20), from);
        assertThat(followed.missing()).isEmpty();
        return followed;
    }

    private static Followed resumed(StoredCopy copy, Cover cover) {
        return page(copy, 0, 50, new FollowFrom(FollowFrom.Kind.COVER, cover));
    }

    private static List<String> ids(Followed followed) {
        return followed.page().events().stream()
                .map(event -> event.op().eventId() + (event.revised() ? "!" : ""))
                .toList();
    }

    /** The author's own op of a shared event stands first; then one that is earlier in merge order comes. */
    private void twoSayOneThing() {
        earlier.append("evt_shared", "the earlier one");
        author.advance(1_000);
        author.append("evt_shared", "the author's");
        author.append("evt_2", "two");
        author.append("evt_3", "three");
        other.pull(author);
    }

    @Test
    void anEventThatMovedOnIsNotCoveredByAReaderWhoNeverMetIt() throws IOException {
        twoSayOneThing();
        author.pull(earlier);
        catchUp();
        Followed first = page(atAuthor, 0, 2, FollowFrom.position(Cover.NONE));
        assertThat(ids(first)).containsExactly("evt_2", "evt_3");
        assertThat(first.cover().unread()).hasSize(1);
        assertThat(ids(resumed(atOther, first.cover()))).containsExactly("evt_shared");
    }

    @Test
    void anEventThatMovedOnStaysCoveredForAReaderWhoKnewIt() throws IOException {
        twoSayOneThing();
        catchUp();
        Followed first = page(atAuthor, 0, 1, FollowFrom.position(Cover.NONE));
        assertThat(ids(first)).containsExactly("evt_shared");
        author.pull(earlier);
        catchUp();
        Followed second = page(atAuthor, 1, 2, FollowFrom.position(first.cover()));
        assertThat(ids(second)).containsExactly("evt_2", "evt_3");
        assertThat(second.cover().unread()).isEmpty();
        assertThat(ids(resumed(atOther, second.cover()))).isEmpty();
        other.pull(earlier);
        catchUp();
        assertThat(ids(resumed(atOther, second.cover()))).containsExactly("evt_shared!");
        Followed last = page(atAuthor, 3, 2, FollowFrom.position(second.cover()));
        assertThat(ids(last)).containsExactly("evt_shared!");
        assertThat(ids(resumed(atOther, last.cover()))).isEmpty();
    }

    @Test
    void aChainedOpThatTookAnOldOnesPlaceIsFoundWhereItsEventStands() throws IOException {
        Op told = author.append("evt_told", "by a hub first");
        other.pull("hub", new ReferencePeer("rep_0123456789ab").op(told));
        Op own = other.append("evt_own", "after that");
        other.pull(author);
        catchUp();
        assertThat(atOther.events()).extracting(Commit.EventRow::eventId).containsExactly("evt_told", "evt_own");
        Cover own1 = new Cover(List.of(Point.of(own)), List.of(), List.of());
        assertThat(ids(resumed(atOther, own1))).containsExactly("evt_told");
        // And the other way about: whoever stood between the two has been shown the first.
        Followed first = page(atOther, 0, 1, FollowFrom.position(Cover.NONE));
        assertThat(ids(first)).containsExactly("evt_told");
        assertThat(first.cover().heads()).containsExactly(Point.of(told));
    }

    @Test
    void looseOpsAreCoveredAsASetThatMayHaveGrownAbove() throws IOException {
        ReferencePeer hub = new ReferencePeer("rep_0123456789ab");
        hub.op(told("evt_1", 1)).op(told("evt_2", 2));
        author.pull("hub", hub);
        catchUp();
        Cover cover = page(atAuthor, 0, 9, FollowFrom.position(Cover.NONE)).cover();
        assertThat(cover.loose()).hasSize(1);
        hub.op(told("evt_3", 3));
        other.pull("hub", hub);
        catchUp();
        assertThat(ids(resumed(atOther, cover))).containsExactly("evt_3");
        StoredEvent third = resumed(atOther, cover).page().events().get(0);
        assertThat(third.unverified()).isTrue();
    }

    private static Op told(String id, long seq) {
        io.meshlog.op.Origin origin = new io.meshlog.op.Origin("rep_aaaaaaaaaaaa");
        io.meshlog.op.Fields fields = new LogScript().fields(origin, seq, id, java.util.Map.of());
        return Op.loose(origin, seq, fields, io.meshlog.wire.OpReading.read(origin, fields));
    }

    @Test
    void whatIsNotHereYetIsNamedAndNothingIsListed() throws IOException {
        author.append("evt_1", "one");
        catchUp();
        Cover cover = page(atAuthor, 0, 9, FollowFrom.position(Cover.NONE)).cover();
        Followed unknown =
                atOther.reader().follow(ListQuery.all(0, 9, 1 << 20), new FollowFrom(FollowFrom.Kind.COVER, cover));
        assertThat(unknown.missing()).containsExactly(author.id() + "#1");
        assertThat(unknown.page().events()).isEmpty();
        other.pull(author);
        catchUp();
        assertThat(ids(resumed(atOther, cover))).isEmpty();
    }

    @Test
    void aForkRenamesLinesAndNotWhatIsCovered() throws IOException {
        TestNode clone = author.cloned("clone");
        author.append("evt_1", "one");
        clone.append("evt_1b", "another one");
        catchUp();
        Cover cover = page(atAuthor, 0, 9, FollowFrom.position(Cover.NONE)).cover();
        other.pull(author);
        other.pull(clone);
        catchUp();
        assertThat(other.log().recover().lines()).hasSize(3);
        assertThat(ids(resumed(atOther, cover))).containsExactly("evt_1b");
    }

    /** Long enough that sums of blocks count, and the end of one is not the end of the page. */
    @Test
    void aReaderInTheMiddleOfAHubsOpsGoesOnElsewhere() throws IOException {
        ReferencePeer hub = new ReferencePeer("rep_0123456789ab");
        for (int seq = 1; seq <= 400; seq++) {
            hub.op(told("evt_" + seq, seq));
        }
        author.pull("hub", hub);
        other.append("evt_own", "so that positions differ");
        other.pull("hub", hub);
        catchUp();
        for (int limit : new int[] {1, 127, 128, 150, 399}) {
            Followed first = page(atAuthor, 0, limit, FollowFrom.position(Cover.NONE));
            assertThat(first.cover().loose().get(0).top()).isEqualTo(limit);
            Followed rest = page(atOther, 0, 500, new FollowFrom(FollowFrom.Kind.COVER, first.cover()));
            assertThat(ids(rest)).hasSize(401 - limit).startsWith("evt_own", "evt_" + (limit + 1));
        }
    }

    @Test
    void anOpThatFillsAGapBelowWhatWasReadIsToldAndNothingElse() throws IOException {
        ReferencePeer hub = new ReferencePeer("rep_0123456789ab");
        hub.op(told("evt_1", 1)).op(told("evt_3", 3));
        author.pull("hub", hub);
        catchUp();
        Cover cover = page(atAuthor, 0, 9, FollowFrom.position(Cover.NONE)).cover();
        ReferencePeer whole = new ReferencePeer("rep_0123456789ab");
        whole.op(told("evt_1", 1)).op(told("evt_2", 2)).op(told("evt_3", 3));
        other.pull("hub", whole);
        catchUp();
        Followed elsewhere = resumed(atOther, cover);
        assertThat(ids(elsewhere)).containsExactly("evt_2");
        assertThat(ids(resumed(atOther, elsewhere.cover()))).isEmpty();
    }

    /** One that was read before the gap was filled, and reads the page with the gap's op last. */
    @Test
    void anOpThatArrivedLateIsNotCoveredByThoseAroundIt() throws IOException {
        ReferencePeer hub = new ReferencePeer("rep_0123456789ab");
        hub.op(told("evt_1", 1)).op(told("evt_3", 3));
        author.pull("hub", hub);
        ReferencePeer late = new ReferencePeer("rep_0123456789ac");
        late.op(told("evt_2", 2));
        author.pull("late", late);
        other.pull("late", late);
        other.pull("hub", hub);
        catchUp();
        assertThat(atAuthor.events()).extracting(Commit.EventRow::eventId).containsExactly("evt_1", "evt_3", "evt_2");
        Followed first = page(atAuthor, 0, 2, FollowFrom.position(Cover.NONE));
        assertThat(ids(first)).containsExactly("evt_1", "evt_3");
        assertThat(first.cover().unread()).hasSize(1);
        assertThat(ids(resumed(atOther, first.cover()))).containsExactly("evt_2");
    }

    @Test
    void opsThatAHubRelayedAreKnownWhereTheirChainIs() throws IOException {
        Op first = author.append("evt_1", "one");
        Op second = author.append("evt_2", "two");
        author.append("evt_3", "three");
        other.pull("hub", new ReferencePeer("rep_0123456789ab").op(first).op(second));
        catchUp();
        Cover read = page(atOther, 0, 9, FollowFrom.position(Cover.NONE)).cover();
        assertThat(read.loose()).hasSize(1);
        assertThat(ids(resumed(atAuthor, read))).containsExactly("evt_3");
        Cover half = page(atOther, 0, 1, FollowFrom.position(Cover.NONE)).cover();
        assertThat(ids(resumed(atAuthor, half))).containsExactly("evt_2", "evt_3");
    }

    /** The exception was named as a loose op, and is a chained one here. */
    @Test
    void whatWasPassedAsALooseOpIsNotCoveredWhereItsChainIs() throws IOException {
        Op first = author.append("evt_1", "one");
        Op second = author.append("evt_2", "two");
        other.pull("hub", new ReferencePeer("rep_0123456789ab").op(first).op(second));
        catchUp();
        Cover read = page(atOther, 0, 9, FollowFrom.position(Cover.NONE)).cover();
        Point passed = new Point(first.origin(), 1, first.digest().hex16());
        Cover cover = new Cover(read.heads(), read.loose(), List.of(passed));
        assertThat(ids(resumed(atOther, cover))).containsExactly("evt_1");
        assertThat(ids(resumed(atAuthor, cover))).containsExactly("evt_1");
    }

    /** Who goes on without what the cursor stands for must not keep what nobody holds any more. */
    @Test
    void whatWasHiddenBehindALostOpIsToldThere() throws IOException {
        twoSayOneThing();
        author.pull(earlier);
        catchUp();
        Cover cover = page(atAuthor, 0, 9, FollowFrom.position(Cover.NONE)).cover();
        FollowFrom hasty = new FollowFrom(FollowFrom.Kind.COVER_AS_FAR_AS_HELD, cover);
        Followed followed = page(atOther, 0, 9, hasty);
        assertThat(ids(followed)).containsExactly("evt_shared");
        assertThat(ids(resumed(atAuthor, cover))).isEmpty();
    }

    /** The index of a filter knows each value's events in order, and not all of them. */
    @Test
    void severalValuesOfAFilterComeInDeliveryOrderAndNoneIsLostBetweenPages() throws IOException {
        List<String> told = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            told.add(author.append("evt_a" + i, "the author's").eventId());
            told.add(earlier.append("evt_e" + i, "the earlier one's").eventId());
            author.pull(earlier);
        }
        catchUp();
        List<String> any = List.of();
        List<String> both = List.of("agent@author", "agent@earlier");
        ListQuery query = new ListQuery(
                any, any, any, any, any, both, any, any, any, null, ListQuery.Order.ASC, 0, null, 0, 3, 1 << 20);
        List<String> found = new ArrayList<>();
        Cover cover = Cover.NONE;
        boolean more = true;
        while (more) {
            Followed page = atAuthor.reader().follow(query, new FollowFrom(FollowFrom.Kind.COVER, cover));
            found.addAll(ids(page));
            cover = page.cover();
            more = page.page().more();
        }
        assertThat(found).isEqualTo(told);
    }
}
