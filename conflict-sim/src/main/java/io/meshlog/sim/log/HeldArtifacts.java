package io.meshlog.sim.log;

import static io.meshlog.sim.log.Transaction.require;

import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.replica.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Artifacts by id, which of them ops prove, and which of them ops wait for. */
final class HeldArtifacts {
    /** An artifact with the content that it must have. */
    private record Content(String id, Digest sha256) implements Comparable<Content> {
        @Override
        public int compareTo(Content other) {
            int c = id.compareTo(other.id);
            return c != 0 ? c : sha256.compareTo(other.sha256);
        }
    }

    /** An op that named an artifact which was not there when it came. */
    private record Waiting(String id, long number) implements Comparable<Waiting> {
        @Override
        public int compareTo(Waiting other) {
            int c = id.compareTo(other.id);
            return c != 0 ? c : Long.compare(number, other.number);
        }
    }

    private final TreeMap<String, Artifact> byId = new TreeMap<>();
    /** How many chained ops were signed with it. */
    private final TreeMap<Content, Integer> signed = new TreeMap<>();
    // An op stays when the artifact comes: content that nothing proves may still give way, and it waits again.
    private final TreeMap<Waiting, Arrived> waiting = new TreeMap<>();
    /** The ids for which at least one op waits now. */
    private final TreeSet<String> pending = new TreeSet<>();

    HeldArtifacts copy() {
        HeldArtifacts copy = new HeldArtifacts();
        copy.byId.putAll(byId);
        copy.signed.putAll(signed);
        copy.waiting.putAll(waiting);
        copy.pending.addAll(pending);
        return copy;
    }

    @Nullable
    Artifact get(String id) {
        return byId.get(id);
    }

    /** @throws IllegalStateException if it is here with the same content */
    void put(Artifact artifact, Transaction tx) {
        Artifact before = tx.put(byId, artifact.id(), artifact);
        require(before == null || !before.sha256().equals(artifact.sha256()), "artifact is here already");
        settle(artifact.id(), tx);
    }

    void arrived(Arrived op, Transaction tx) {
        count(op.op(), 1, tx);
        for (String id : op.pending()) {
            tx.put(waiting, new Waiting(id, op.number()), op);
            if (isPending(op.op(), id)) {
                tx.add(pending, id);
            }
        }
    }

    void dropped(Arrived op, Transaction tx) {
        count(op.op(), -1, tx);
        for (String id : op.pending()) {
            tx.remove(waiting, new Waiting(id, op.number()));
            settle(id, tx);
        }
    }

    private void count(Op op, int by, Transaction tx) {
        for (ArtifactRef ref : op.isChained() ? refs(op) : List.<ArtifactRef>of()) {
            // Of two digests under one id the first one counts.
            if (ref.sha256().equals(op.signedArtifact(ref.id()))) {
                Content content = new Content(ref.id(), ref.sha256());
                int count = signed.getOrDefault(content, 0) + by;
                if (count == 0) {
                    tx.remove(signed, content);
                } else {
                    tx.put(signed, content, count);
                }
            }
        }
    }

    private void settle(String id, Transaction tx) {
        for (Arrived op : waitingFor(id)) {
            if (isPending(op.op(), id)) {
                tx.add(pending, id);
                return;
            }
        }
        tx.remove(pending, id);
    }

    private Iterable<Arrived> waitingFor(String id) {
        return waiting.subMap(new Waiting(id, Long.MIN_VALUE), true, new Waiting(id, Long.MAX_VALUE), true)
                .values();
    }

    /** Whether an op that named it when it was not there still waits: for it, or for the content it was signed with. */
    private boolean isPending(Op op, String id) {
        Artifact here = byId.get(id);
        if (here == null) {
            return true;
        }
        Digest with = op.signedArtifact(id);
        return with != null && !with.equals(here.sha256());
    }

    /** Whether a chained op names this artifact by the digest that it has. */
    boolean isProven(Artifact artifact) {
        return signed.containsKey(new Content(artifact.id(), artifact.sha256()));
    }

    /** Artifacts that ops wait for, in text order of their ids, after one. */
    List<Facts.PendingArtifact> pending(String after, int max) {
        List<Facts.PendingArtifact> page = new ArrayList<>();
        if (max > 0) {
            for (String id : pending.tailSet(after, false)) {
                page.add(new Facts.PendingArtifact(id, digests(id)));
                if (page.size() == max) {
                    break;
                }
            }
        }
        return page;
    }

    /** Under which digests the ops that wait name it, ascending. */
    private List<Digest> digests(String id) {
        TreeSet<Digest> digests = new TreeSet<>();
        for (Arrived op : waitingFor(id)) {
            if (isPending(op.op(), id)) {
                for (ArtifactRef ref : refs(op.op())) {
                    if (ref.id().equals(id)) {
                        digests.add(ref.sha256());
                    }
                }
            }
        }
        return List.copyOf(digests);
    }

    private static List<ArtifactRef> refs(Op op) {
        Event event = op.eventOrNull();
        return event == null ? List.of() : event.stamp().artifacts();
    }
}
