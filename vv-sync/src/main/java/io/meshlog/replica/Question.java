package io.meshlog.replica;

import io.meshlog.op.Origin;

/** What a replica asks of a peer; each question of a round is answered by one {@link Answer}. */
public sealed interface Question {

    /**
     * {@code GET /sync/version_vector}.
     *
     * @param isConditional whether the peer's last answer is remembered, so that "unchanged" says something: only
     *     then may the last answer's ETag go with the question. After a failed write the replica is rebuilt and
     *     remembers none, whatever its client of that peer still knows.
     */
    record AskVector(boolean isConditional) implements Question {}

    /** {@code GET /sync/ops}. @param after exclusive @param loose the origin's loose ops instead of its line */
    record AskOps(Origin origin, long after, int limit, boolean loose) implements Question {}

    /** {@code GET /sync/chain}. */
    record AskChain(Origin origin, long seq) implements Question {}

    /** {@code GET /sync/artifact}. */
    record AskArtifact(String id) implements Question {}

    default <R> R dispatchTo(Handler<R> handler) {
        if (this instanceof AskVector q) {
            return handler.vector(q);
        } else if (this instanceof AskOps q) {
            return handler.ops(q);
        } else if (this instanceof AskChain q) {
            return handler.chain(q);
        }
        return handler.artifact((AskArtifact) this);
    }

    /** One case a question. */
    interface Handler<R> {
        R vector(AskVector question);

        R ops(AskOps question);

        R chain(AskChain question);

        R artifact(AskArtifact question);
    }
}
