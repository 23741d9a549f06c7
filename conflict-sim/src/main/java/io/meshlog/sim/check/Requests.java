package io.meshlog.sim.check;

import io.meshlog.sim.world.Asked;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What clients asked for and what they were told. */
final class Requests {
    private final Ledger ledger;
    private final Met met;
    /** By their numbers, which rise. */
    private final Map<Long, Request> all = new LinkedHashMap<>();

    private final Map<String, List<Request>> byEvent = new LinkedHashMap<>();
    /** Ops that a directory lost which was deleted or put back to an older state. */
    private final BitSet gone = new BitSet();

    private final Groups groups = new Groups();

    private long answered;

    /** One request. */
    private static final class Request {
        private final String replica;
        private final String eventId;
        private final String asked;
        private @Nullable String answer;
        private @Nullable Issued acknowledged;

        Request(String replica, String eventId, String asked) {
            this.replica = replica;
            this.eventId = eventId;
            this.asked = asked;
        }
    }

    Requests(Ledger ledger, Met met) {
        this.ledger = ledger;
        this.met = met;
    }

    void requested(String replica, long number, String eventId, String asked) {
        Request request = new Request(replica, eventId, asked);
        all.put(number, request);
        byEvent.computeIfAbsent(eventId, e -> new ArrayList<>()).add(request);
    }

    /** L2, K3: what is acknowledged says what was asked for, under the id that its key gives. */
    void acknowledged(long number, Issued op) {
        Request request = answer(number, "acknowledged");
        request.acknowledged = op;
        String says = Naive.asked(op.op);
        boolean isIt = op.op.eventId().equals(request.eventId);
        if (!isIt || !says.equals(request.asked)) {
            boolean isOtherId = !isIt && Asked.isKeyed(request.eventId);
            throw new Violation(
                    isOtherId ? Invariant.K3 : Invariant.L2,
                    isOtherId ? "other-id" : "other-content",
                    op.shortName,
                    request.replica,
                    "a client asked for " + request.eventId + " saying " + request.asked + "; acknowledged was "
                            + op.op.eventId() + " saying " + says);
        }
        if (Asked.isKeyed(request.eventId)) {
            keyed(request, op);
        }
    }

    private void keyed(Request request, Issued op) {
        for (Request other : about(request.eventId)) {
            Issued before = other.acknowledged;
            if (other != request && before != null) {
                met.note(before.id == op.id ? Met.Situation.REPEATED : Met.Situation.KEY_AT_TWO);
            }
        }
    }

    /** L2: an artifact that is acknowledged is there, as it was given. */
    void stored(long number, Mirror mirror) {
        Request request = answer(number, "acknowledged");
        if (!request.asked.equals(mirror.artifacts.get(request.eventId))) {
            throw new Violation(
                    Invariant.L2,
                    "artifact",
                    request.eventId,
                    request.replica,
                    "artifact " + request.eventId
                            + " was acknowledged, and in no durable commit is it as it was given");
        }
    }

    /**
     * K1: a request under a key is refused only where other payloads stand under it. H5: no clock and no fault makes a refusal; only what
     * was asked for does.
     */
    void refused(long number, Mirror mirror, String why) {
        Request request = answer(number, "refused");
        groups.refused(mirror, request.eventId);
        boolean isTaken = mirror.rows.containsKey(request.eventId)
                || mirror.artifacts.containsKey(request.eventId)
                || about(request.eventId).stream()
                                .filter(r -> r.replica.equals(request.replica))
                                .count()
                        > 1;
        boolean lacks = Naive.artifacts(request.asked).stream()
                .anyMatch(id -> !mirror.artifacts.containsKey(id) || mirror.freshArtifacts.contains(id));
        List<Issued> same = mirror.carriersOf(request.eventId);
        boolean isThere = same.stream().anyMatch(op -> Naive.asked(op.op).equals(request.asked));
        if (Asked.isKeyed(request.eventId) && (isThere || same.isEmpty())) {
            throw new Violation(
                    Invariant.K1,
                    "refused",
                    request.eventId,
                    request.replica,
                    request.replica + " refused " + request.eventId + ", "
                            + (isThere ? "which it has, and which says what was asked for" : "and has none of that id")
                            + ": " + why);
        }
        if (!isTaken && !lacks) {
            throw new Violation(
                    Invariant.H5,
                    "refused",
                    request.eventId,
                    request.replica,
                    request.replica + " refused " + request.eventId + ", which nothing is wrong with: " + why);
        }
    }

    Groups groups() {
        return groups;
    }

    /** It is wrong in nothing; another of its group is, which says that none of them is there. */
    void refusedAlong(long number) {
        answer(number, "refused");
        met.note(Met.Situation.BATCH_REFUSED);
    }

    void unanswered(long number) {
        answer(number, "unanswered");
    }

    private Request answer(long number, String answer) {
        Request request = all.get(number);
        if (request == null || request.answer != null) {
            throw new Violation(
                    Invariant.G5,
                    "answer",
                    request == null ? "" : request.eventId,
                    request == null ? "" : request.replica,
                    "request " + number + " was " + answer + ", and before that "
                            + (request == null ? "never made" : request.answer));
        }
        request.answer = answer;
        answered++;
        return request;
    }

    /** Whether somebody waits at a replica for that event or artifact. */
    boolean isWaiting(String replica, String id) {
        for (Request request : about(id)) {
            if (request.answer == null && request.replica.equals(replica)) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody asked a replica for just that, and waits or was never told what became of it. */
    boolean isOpen(String replica, String id, String asked) {
        return about(id).stream()
                .anyMatch(r -> (r.answer == null || r.answer.equals("unanswered"))
                        && r.replica.equals(replica)
                        && r.asked.equals(asked));
    }

    /** All requests for an event or artifact, by anyone. */
    private List<Request> about(String id) {
        List<Request> of = byEvent.get(id);
        return of == null ? List.of() : of;
    }

    void lastIsAcknowledged(String replica, Invariant otherwise) {
        Request last = null;
        for (Request request : all.values()) {
            last = request.replica.equals(replica) ? request : last;
        }
        if (last == null || last.acknowledged == null) {
            throw new Violation(
                    otherwise,
                    "last-write",
                    last == null ? "" : last.eventId,
                    replica,
                    "nothing is wrong with " + replica + " any more, and a write to it is "
                            + (last == null ? "not taken" : last.answer == null ? "not answered" : last.answer));
        }
    }

    /** G5, and L4 for what was not acknowledged. */
    void allAnswered() {
        for (Request request : all.values()) {
            if (request.answer == null) {
                throw new Violation(
                        Invariant.G5,
                        "unanswered",
                        request.eventId,
                        request.replica,
                        "a request for " + request.eventId + " was never answered; " + answered + " of " + all.size()
                                + " were");
            }
        }
        Map<String, Integer> chained = new LinkedHashMap<>();
        for (Issued issued : ledger.all()) {
            if (issued.isChained()) {
                chained.merge(issued.op.eventId(), 1, Integer::sum);
            }
        }
        byEvent.forEach((eventId, of) -> {
            long mayBe = of.stream().filter(r -> !"refused".equals(r.answer)).count();
            int is = chained.getOrDefault(eventId, 0);
            if (is > mayBe) {
                throw new Violation(
                        Invariant.L4,
                        "count",
                        eventId,
                        of.get(0).replica,
                        "event " + eventId + " was written " + is + " times; " + of.size() + " requests asked for it, "
                                + mayBe + " of them not refused");
            }
        });
    }

    /** A directory holds something else now: what it had alone is lost, and nobody can bring it back. */
    void gone(Mirror before, Mirror now) {
        BitSet lost = (BitSet) before.held.clone();
        lost.andNot(now.held);
        gone.or(lost);
    }

    /**
     * G2: what was acknowledged is held by all of the core, unless none of it ever got it. What nobody holds any more
     * went with a directory that somebody took away.
     */
    void acknowledgedAreIn(List<Mirror> core, Map<String, Mirror> everyone) {
        for (Request request : all.values()) {
            Issued op = request.acknowledged;
            if (op == null) {
                continue;
            }
            if (everyone.values().stream().noneMatch(m -> holds(m, op))) {
                if (wentWithADirectory(op)) {
                    continue;
                }
                throw new Violation(
                        Invariant.G2,
                        "nowhere",
                        op.shortName,
                        request.replica,
                        op.shortName + ", acknowledged by " + request.replica
                                + ", is in no log any more, and no directory that had it was touched");
            }
            boolean inCore = core.stream().anyMatch(m -> holds(m, op));
            boolean authorInCore = core.stream().anyMatch(m -> m.replica.equals(request.replica) && holds(m, op));
            for (Mirror mirror : core) {
                if ((inCore || authorInCore) && !holds(mirror, op)) {
                    throw new Violation(
                            Invariant.G2,
                            "lacking",
                            op.shortName,
                            mirror.replica,
                            op.shortName + ", acknowledged by " + request.replica + ", is not in the log of "
                                    + mirror.replica + " after healing");
                }
            }
        }
    }

    private boolean wentWithADirectory(Issued op) {
        return gone.get(op.id)
                || gone.stream()
                        .mapToObj(ledger::get)
                        .anyMatch(lost -> lost.op.eventId().equals(op.op.eventId()) && lost.content.equals(op.content));
    }

    /**
     * As the op that was acknowledged or as one that says the same: loose where its key was lost, chained where a loose
     * one was acknowledged; the latter names the line that a reference saw as an origin of its own.
     */
    private static boolean holds(Mirror mirror, Issued op) {
        return mirror.held.get(op.id)
                || mirror.carriersOf(op.event()).stream()
                        .anyMatch(it -> it.content.equals(op.content) || isChainOf(mirror, it, op));
    }

    private static boolean isChainOf(Mirror mirror, Issued chained, Issued loose) {
        return !loose.isChained()
                && chained.isChained()
                && chained.op.seq() == loose.op.seq()
                && chained.payload.equals(loose.payload)
                && loose.base().equals(mirror.line(chained));
    }
}
