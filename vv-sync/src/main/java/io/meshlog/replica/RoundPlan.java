package io.meshlog.replica;

import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a round has to take of a peer, from the peer's vector and ours. No origin is left out, our own least. */
final class RoundPlan {
    private final State state;

    RoundPlan(State state) {
        this.state = state;
    }

    /** Which heads of a peer are not plainly ours: the log may hold them further down, or on another line. */
    void needs(VectorDocument document, Needs.Builder needs) {
        Frontier frontier = document.frontier();
        if (frontier == null) {
            return;
        }
        for (Head head : frontier.heads().values()) {
            if (!isOurs(head) && head.seq() <= state.forest.top(head.origin().base())) {
                needs.chain(head.origin().base(), head.seq(), head.seq());
            }
        }
    }

    /** Puts everything that is to be taken into the round. @return why we need a new identity first, or null */
    @Nullable
    String plan(Round round, PeerView view, Step step) {
        VectorDocument document = Objects.requireNonNull(round.document);
        Frontier frontier = document.frontier();
        String renew = frontier == null ? planReference(round, view, document) : planNode(round, view, frontier, step);
        rotate(round, view);
        return renew;
    }

    /** Goes on behind what stopped the last round, so that no origin waits for ever behind others that are refused. */
    private static void rotate(Round round, PeerView view) {
        Origin after = view.startAfter;
        view.startAfter = null;
        boolean known = after != null && round.wants.stream().anyMatch(want -> want.origin.equals(after));
        while (known) {
            Want first = round.wants.removeFirst();
            round.wants.addLast(first);
            known = !first.origin.equals(after);
        }
    }

    private @Nullable String planNode(Round round, PeerView view, Frontier frontier, Step step) {
        String renew = null;
        for (Head head : frontier.heads().values()) {
            Origin line = isOurs(head) ? head.origin() : lineOf(head, step.facts);
            if (line != null) {
                if (head.sig() != null) {
                    state.learnSignature(line, head.seq(), head.chain(), head.sig(), step.changes);
                }
                continue;
            }
            if (head.sig() == null) {
                // Where a line forked: each of its branches brings and proves it.
                continue;
            }
            round.wants.add(chained(head));
            if (head.origin().base().equals(state.self) && provesItself(head)) {
                renew = "peer " + round.peer + " holds a signed head of ours that we lack: " + head.origin() + "#"
                        + head.seq();
            }
        }
        for (Map.Entry<Origin, LooseSummary> entry : frontier.loose().entrySet()) {
            Origin origin = entry.getKey();
            LooseSummary theirs = entry.getValue();
            LooseSummary ours = state.loose(origin);
            Digest taken = view.looseTaken.get(origin);
            if (!theirs.equals(ours) && !theirs.digest().equals(taken)) {
                // What differs may lie anywhere: first the part above ours, then, if that was not it, all.
                round.wants.add(new Want.Loose(
                        origin, ours.top() < theirs.top() ? ours.top() : 0, theirs.top(), theirs.digest()));
            }
        }
        return renew;
    }

    private Want.Chained chained(Head head) {
        Line line = state.forest.get(head.origin());
        boolean plain = line != null && !state.forest.hasChildren(line);
        if (line != null && plain && line.seq() < head.seq()) {
            return new Want.Chained(head, line.seq());
        }
        Want.Chained want = new Want.Chained(head, 0);
        long top = state.forest.top(head.origin().base());
        if (top > 0) {
            want.searchUpTo(Math.min(top, head.seq()));
        }
        return want;
    }

    private @Nullable String planReference(Round round, PeerView view, VectorDocument document) {
        String renew = null;
        for (Map.Entry<Origin, Long> entry : document.vector().entries().entrySet()) {
            Origin origin = entry.getKey();
            long top = entry.getValue();
            if (origin.equals(state.self) && top > state.ownLine().seq()) {
                renew = "peer " + round.peer + " knows op " + top + " of ours, we wrote "
                        + state.ownLine().seq();
            }
            if (origin.isNative() && holdsUnforked(origin, top)) {
                continue;
            }
            Commit.Position position = view.positions.get(origin);
            if (position != null && position.seq() == top) {
                continue;
            }
            // A top below what was taken: the peer was set back, and numbers may now stand for other ops.
            boolean resumes = position != null && position.seq() > 0 && position.seq() < top;
            round.wants.add(new Want.Listed(origin, top, resumes ? position : null));
        }
        return renew;
    }

    private boolean holdsUnforked(Origin origin, long seq) {
        Line line = state.forest.get(origin);
        return line != null && line.seq() >= seq && !state.forest.hasChildren(line);
    }

    private boolean isOurs(Head head) {
        Line line = state.forest.get(head.origin());
        return line != null && line.seq() == head.seq() && line.chain().equals(head.chain());
    }

    /** The line on which a head's point is held, or null. */
    private static @Nullable Origin lineOf(Head head, Facts facts) {
        for (Facts.Held held : facts.chain().getOrDefault(head.origin().base(), List.of())) {
            if (held.seq() == head.seq() && held.chain().equals(head.chain())) {
                return held.line();
            }
        }
        return null;
    }

    private boolean provesItself(Head head) {
        return head.sig() != null
                && state.verifier.verifies(head.origin().base(), head.seq(), head.chain(), head.sig());
    }
}
