package io.meshlog.sim.check;

import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.replica.Commit;
import io.meshlog.sim.world.Names;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** R1, R2, R4: what is stored under an artifact's id, and what is said of it. Confined to its run. */
final class ArtifactChecks {
    private final Ledger ledger;
    private final Requests requests;
    private final Names names;
    private final Met met;
    private final SortedSet<String> artifactIds = new TreeSet<>();

    ArtifactChecks(Ledger ledger, Requests requests, Names names, Met met) {
        this.ledger = ledger;
        this.requests = requests;
        this.names = names;
        this.met = met;
    }

    /** Every one that was ever stored. */
    SortedSet<String> ids() {
        return artifactIds;
    }

    void store(Mirror mirror, Artifact artifact) {
        byte[] bytes = artifact.content().getBytes(StandardCharsets.UTF_8);
        String actual = Naive.sha(new byte[0], bytes);
        if (!actual.equals(artifact.sha256().hex()) || bytes.length != artifact.sizeBytes()) {
            throw new Violation(
                    Invariant.R1,
                    "digest",
                    artifact.id(),
                    mirror.replica,
                    "artifact " + artifact.id() + " is recorded with sha256 "
                            + artifact.sha256().hex16() + "…, its content has " + actual.substring(0, 16) + "…");
        }
        // Whoever takes an artifact before the op that names it is told both.
        List<String> signed = ledger.signedDigests(artifact.id());
        boolean isLocal = requests.isOpen(mirror.replica, artifact.id(), actual);
        if (!isLocal && !signed.isEmpty() && !signed.contains(actual)) {
            throw new Violation(
                    Invariant.R4,
                    "taken",
                    artifact.id(),
                    mirror.replica,
                    "artifact " + artifact.id() + " was taken with sha256 " + actual.substring(0, 16)
                            + "…; ops were signed with " + signed);
        }
        mirror.artifacts.put(artifact.id(), actual);
        mirror.freshArtifacts.add(artifact.id());
        artifactIds.add(artifact.id());
    }

    /** R2: of what an op names, everything that is not here as it was signed is said to be pending. */
    void pendingIsSaid(Mirror mirror, Commit.NewOp added) {
        Event event = added.op().eventOrNull();
        if (event == null) {
            return;
        }
        if (!added.pendingArtifacts().isEmpty()) {
            met.note(Met.Situation.PENDING);
        }
        for (String id : notHere(mirror, added.op())) {
            if (!added.pendingArtifacts().contains(id)) {
                String here = mirror.artifacts.get(id);
                throw new Violation(
                        Invariant.R2,
                        "pending",
                        names.of(added.op()),
                        mirror.replica,
                        names.of(added.op()) + " names artifact " + id + ", which is "
                                + (here == null ? "not here" : "here with other content")
                                + ", and does not say that it is pending");
            }
        }
    }

    /** What an op names and what is not here, or not as it was signed. */
    static List<String> notHere(Mirror mirror, Op op) {
        Event event = op.eventOrNull();
        List<String> notHere = new ArrayList<>();
        for (String id : event == null ? List.<String>of() : event.content().artifactIds()) {
            String here = mirror.artifacts.get(id);
            Digest signed = event != null && op.isChained() ? signedIn(event, id) : null;
            if (here == null || (signed != null && !signed.hex().equals(here))) {
                notHere.add(id);
            }
        }
        return notHere;
    }

    private static @Nullable Digest signedIn(Event event, String id) {
        for (ArtifactRef ref : event.stamp().artifacts()) {
            if (ref.id().equals(id)) {
                return ref.sha256();
            }
        }
        return null;
    }

    /** R1: an author signs what its log has under that id. */
    void signedAsTheyAre(Mirror mirror, Issued authored) {
        Event event = authored.op.eventOrNull();
        if (event == null) {
            return;
        }
        for (String id : event.content().artifactIds()) {
            Digest signed = signedIn(event, id);
            if (signed == null || !signed.hex().equals(mirror.artifacts.get(id))) {
                throw new Violation(
                        Invariant.R1,
                        "signed",
                        authored.shortName,
                        mirror.replica,
                        authored.shortName + " is written with "
                                + (signed == null ? "no digest" : "sha256 " + signed.hex16() + "…") + " for artifact "
                                + id + ", which is here as " + mirror.artifacts.get(id));
            }
        }
    }
}
