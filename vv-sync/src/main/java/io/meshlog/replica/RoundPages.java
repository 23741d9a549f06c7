package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.LooseSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pages of ops in a round, and the points of chains that tell where two histories part (spec §5.1). Confined to the
 * replica.
 */
final class RoundPages {
    private final State state;
    private final RoundCourse course;

    RoundPages(State state, RoundCourse course) {
        this.state = state;
        this.course = course;
    }

    /** A page waits until the artifacts that its events name were asked for. */
    void ops(Round round, Question.AskOps asked, Answer answer, Step step) {
        if (answer instanceof Answer.Refused refused) {
            course.giveUp(round, refused.reason(), step);
        } else if (!(answer instanceof Answer.Ops ops)) {
            course.end(round, "no page of ops, but " + RoundCourse.describe(answer), step);
        } else {
            String wrong = PageRules.refusal(ops.page(), asked);
            if (wrong != null) {
                course.giveUp(round, wrong, step);
                return;
            }
            round.page = ops.page();
            for (String id : PageRules.artifactIds(ops.page())) {
                if (!step.facts.artifacts().containsKey(id) && !round.unavailable.contains(id)) {
                    round.artifacts.add(id);
                }
            }
            goOn(round, step);
        }
    }

    /** The page's next artifact; behind the last one the page itself; without a page whatever else is left. */
    void goOn(Round round, Step step) {
        if (course.askArtifact(round, step)) {
            return;
        }
        if (round.page != null) {
            takePage(round, step);
        } else {
            course.next(round, step);
        }
    }

    private void takePage(Round round, Step step) {
        OpsPage page = Objects.requireNonNull(round.page);
        Want want = Objects.requireNonNull(round.want);
        round.page = null;
        if (want instanceof Want.Listed listed && !beginsAsExpected(listed, page)) {
            listed.restart();
            course.askOps(round, listed, step);
            return;
        }
        Applied applied = page.ops().isEmpty() ? Applied.taken(want.after, 0) : apply(want, page, step);
        round.applied += applied.fresh();
        if (applied.verdict() == Applied.Verdict.NO_PARENT && want instanceof Want.Chained chained) {
            findParent(round, chained, page, step);
            return;
        }
        boolean further = applied.seq() > want.after;
        want.after = Math.max(want.after, applied.seq());
        notePosition(round, want, page, applied, step);
        if (applied.verdict() != Applied.Verdict.TAKEN) {
            course.giveUp(round, String.valueOf(applied.reason()), step);
        } else if (page.refusal() != null) {
            course.giveUp(round, want.origin + ": " + page.refusal(), step);
        } else if (want.after >= want.target()) {
            String other = want instanceof Want.Chained chained ? otherHead(chained, page) : null;
            if (other == null) {
                finished(round, want, step);
            } else {
                // What it told of is not here, however far the numbers go: it must be asked again.
                course.giveUp(round, other, step);
            }
        } else if (!further) {
            course.giveUp(
                    round,
                    want.origin + ": its vector says " + want.target() + ", nothing follows " + want.after,
                    step);
        } else {
            course.askOps(round, want, step);
        }
    }

    /** What is wrong with a page that ends a line elsewhere than the peer said; null where nothing is. */
    private static @Nullable String otherHead(Want.Chained want, OpsPage page) {
        for (Op op : page.ops()) {
            Digest chain = op.chain();
            if (op.seq() == want.head.seq() && chain != null && !chain.equals(want.head.chain())) {
                return otherHead(want, chain);
            }
        }
        return null;
    }

    private static String otherHead(Want.Chained want, Digest chain) {
        return want.origin + ": its frontier ends at " + want.head.seq() + " with chain "
                + want.head.chain().hex16() + "…, and what it has there now is " + chain.hex16() + "…";
    }

    private static boolean beginsAsExpected(Want.Listed listed, OpsPage page) {
        Commit.Position expected = listed.expected;
        if (expected == null) {
            return true;
        }
        listed.expected = null;
        if (page.ops().isEmpty()) {
            return false;
        }
        Op first = page.ops().get(0);
        return first.seq() == expected.seq() && first.eventId().equals(expected.eventId());
    }

    private Applied apply(Want want, OpsPage page, Step step) {
        Origin base = page.ops().get(0).origin().base();
        if (want.loose()) {
            return new LooseApply(state, step.facts, step.changes, step.arrivals).apply(want.origin, page.ops());
        }
        Applied applied = new ChainApply(state, step.facts, step.changes, step.arrivals).apply(base, page.ops());
        if (applied.fresh() > 0) {
            List<Op> taken = new ArrayList<>(page.ops());
            taken.removeIf(op -> op.seq() > applied.seq());
            new LooseApply(state, step.facts, step.changes, step.arrivals).replacedBy(base, taken);
            if (base.equals(state.self)) {
                step.renewAfterAmnesia("a signed op of our own origin that we lacked: " + base + "#" + applied.seq());
            }
        }
        return applied;
    }

    private void notePosition(Round round, Want want, OpsPage page, Applied applied, Step step) {
        if (want instanceof Want.Listed && applied.seq() > 0 && !page.ops().isEmpty()) {
            String eventId = "";
            for (Op op : page.ops()) {
                if (op.seq() == applied.seq()) {
                    eventId = op.eventId();
                }
            }
            Commit.Position position = new Commit.Position(round.peer, want.origin, applied.seq(), eventId);
            state.peer(round.peer).positions.put(want.origin, position);
            step.changes.position(position);
        }
    }

    private void finished(Round round, Want want, Step step) {
        if (want instanceof Want.Loose loose) {
            LooseSummary ours = state.loose(loose.origin);
            boolean listedAll = loose.fromStart();
            if (!listedAll && !ours.digest().equals(loose.digest)) {
                loose.restart();
                course.askOps(round, loose, step);
                return;
            }
            state.peer(round.peer).looseTaken.put(loose.origin, loose.digest);
        }
        round.want = null;
        course.next(round, step);
    }

    // ---- where two histories part

    private void findParent(Round round, Want.Chained want, OpsPage page, Step step) {
        long first = page.ops().get(0).seq();
        long top = state.forest.top(want.origin.base());
        if (!want.searched() && top > 0) {
            want.searchUpTo(Math.min(top, first - 1));
            course.searchOrAsk(round, want, step);
        } else if (!want.deferred) {
            // A branch whose stem comes later in this very round.
            want.defer();
            round.want = null;
            round.wants.addLast(want);
            course.next(round, step);
        } else {
            course.giveUp(round, want.origin + "#" + first + " does not follow any op held of its origin", step);
        }
    }

    void chainPoint(Round round, Question.AskChain asked, Answer answer, Step step) {
        if (!(answer instanceof Answer.ChainPoint point) || !(round.want instanceof Want.Chained want)) {
            course.giveUp(
                    round,
                    asked.origin() + ": no chain at " + asked.seq() + ", but " + RoundCourse.describe(answer),
                    step);
            return;
        }
        Digest theirs = point.chain();
        if (asked.seq() == want.head.seq() && theirs != null && !theirs.equals(want.head.chain())) {
            course.giveUp(round, otherHead(want, theirs), step);
            return;
        }
        boolean common = false;
        for (Facts.Held held : step.facts.chain().getOrDefault(asked.origin().base(), List.of())) {
            common |= held.seq() == asked.seq() && held.chain().equals(theirs);
        }
        want.compared(asked.seq(), common);
        course.searchOrAsk(round, want, step);
    }
}
