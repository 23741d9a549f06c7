package io.meshlog.replica;

import io.meshlog.op.Artifact;
import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Artifacts in a round: whether what came is what was asked for, and may be stored. Nothing of it ends the round. */
final class RoundArtifacts {
    private RoundArtifacts() {}

    static void answered(Round round, Question.AskArtifact asked, Answer answer, Step step) {
        if (answer instanceof Answer.ArtifactContent content) {
            Artifact artifact = content.artifact();
            String wrong = artifact == null ? content.reason() : contradicts(round, asked, artifact);
            if (artifact == null || wrong != null) {
                round.unavailable.add(asked.id());
                if (wrong != null) {
                    refuseArtifact(round, wrong, step);
                }
            } else if (mayStore(round, artifact, step.facts)) {
                step.storeArtifact(artifact);
                round.artifactsTaken++;
            }
        } else {
            round.unavailable.add(asked.id());
        }
    }

    /**
     * Whoever relays first may put anything under an id: what a signature proves takes the place of what none does,
     * and what is proven stays.
     */
    private static boolean mayStore(Round round, Artifact artifact, Facts facts) {
        String id = artifact.id();
        ArtifactRef held = facts.artifacts().get(id);
        if (held == null) {
            return true;
        } else if (held.sha256().equals(artifact.sha256())
                || facts.provenArtifacts().contains(id)) {
            return false;
        }
        // Only ops that are held count here: what a page says is not proved yet.
        return round.signedDigests.getOrDefault(id, List.of()).contains(artifact.sha256());
    }

    /**
     * No origin waits for it, so the round goes well: else two contents that were both signed under one id would make
     * every round a failed one, and ops would come at the pace of failures.
     */
    private static void refuseArtifact(Round round, String wrong, Step step) {
        if (round.artifactRefusals.size() < Limits.ROUND_REFUSALS_MAX) {
            round.artifactRefusals.add(wrong);
            step.report(
                    new Incident(Incident.Kind.ARTIFACT_REFUSED, round.peer, 0, "peer " + round.peer + ": " + wrong));
        }
    }

    /** @return why this is not what was asked for, or not what the ops that wait for it were signed with; or null */
    private static @Nullable String contradicts(Round round, Question.AskArtifact asked, Artifact artifact) {
        if (!artifact.id().equals(asked.id())) {
            return "asked for artifact " + asked.id() + ", got " + artifact.id();
        }
        List<Digest> signed = round.signedDigests.getOrDefault(artifact.id(), List.of());
        if (!signed.isEmpty() && !signed.contains(artifact.sha256())) {
            return "artifact " + artifact.id() + " was signed with sha256 " + signed.get(0) + "; the peer serves "
                    + artifact.sha256();
        }
        OpsPage page = round.page;
        for (Op op : page == null ? List.<Op>of() : page.ops()) {
            Event event = op.eventOrNull();
            for (ArtifactRef ref :
                    event == null ? List.<ArtifactRef>of() : event.stamp().artifacts()) {
                if (ref.id().equals(artifact.id()) && !ref.sha256().equals(artifact.sha256())) {
                    return op + " was signed with artifact " + ref.id() + " of sha256 " + ref.sha256()
                            + "; the peer serves " + artifact.sha256();
                }
            }
        }
        return null;
    }
}
