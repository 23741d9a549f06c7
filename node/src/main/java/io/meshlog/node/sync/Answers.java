package io.meshlog.node.sync;

import io.meshlog.op.Limits;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.VectorDocument;
import io.meshlog.wire.ArtifactCodec;
import io.meshlog.wire.ChainCodec;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.ProtocolException;
import io.meshlog.wire.VectorCodec;
import io.vertx.core.http.HttpClientResponse;
import org.jspecify.annotations.Nullable;

/**
 * Makes an {@link Answer} of an HTTP answer: whatever is not the protocol is a failed round with its reason,
 * never a partial apply (spec §5.5). Pure but for what it notes in {@link Expectations}.
 */
final class Answers {
    private Answers() {}

    /** What an answer says before its body. */
    record Head(
            int status,
            @Nullable String contentType,
            @Nullable String replica,
            @Nullable String etag) {
        static Head of(HttpClientResponse response) {
            return new Head(
                    response.statusCode(),
                    response.getHeader("content-type"),
                    response.getHeader("meshlog-replica"),
                    response.getHeader("etag"));
        }
    }

    /** The most that an answer may expand to, in bytes: JSON may spell one byte in six. */
    static long bytesMax(Question question) {
        if (question instanceof Question.AskOps) {
            return 3L * Limits.PAGE_BYTES_MAX;
        }
        return question instanceof Question.AskArtifact ? 8L * Limits.ARTIFACT_BYTES_MAX : Limits.REQUEST_BYTES_MAX;
    }

    static Answer read(Question question, Head head, byte[] body, Expectations expectations) {
        if (question instanceof Question.AskVector) {
            return vector(head, body, expectations);
        }
        String mismatch = expectations.mismatch(head.replica);
        if (mismatch != null) {
            return new Answer.Failed(mismatch);
        }
        boolean isNode = expectations.isNode();
        boolean missing = head.status == 404 || head.status == 410;
        if (missing && question instanceof Question.AskArtifact) {
            return new Answer.ArtifactContent(null, null);
        } else if (missing && question instanceof Question.AskChain) {
            return new Answer.ChainPoint(null);
        } else if (missing && isNode) {
            return new Answer.Refused("it answers " + head.status + " for " + question);
        } else if (question instanceof Question.AskArtifact && head.status >= 500) {
            // One artifact that a peer cannot read is no reason to leave all its events.
            return new Answer.ArtifactContent(null, "it answers " + head.status + " for " + question);
        }
        String wrong = notTheProtocol(head);
        if (wrong != null) {
            return new Answer.Failed(wrong);
        }
        try {
            return question.dispatchTo(new Reader(body, isNode)).read();
        } catch (ProtocolException e) {
            return new Answer.Failed("not the peer's protocol: " + e.getMessage());
        }
    }

    private static Answer vector(Head head, byte[] body, Expectations expectations) {
        if (head.status == 304) {
            String mismatch = expectations.mismatch(head.replica);
            return mismatch == null ? new Answer.VectorUnchanged() : new Answer.Failed(mismatch);
        }
        expectations.forget();
        String wrong = notTheProtocol(head);
        if (wrong != null) {
            return new Answer.Failed(wrong);
        }
        try {
            VectorDocument document = VectorCodec.read(body);
            if (head.replica != null && !head.replica.equals(document.replicaId())) {
                return new Answer.Failed(
                        "its header says replica " + head.replica + ", its vector " + document.replicaId());
            }
            expectations.vector(document, document.isNode() && head.replica != null, head.etag);
            return new Answer.Vector(document);
        } catch (ProtocolException e) {
            return new Answer.Failed("not the peer's protocol: " + e.getMessage());
        }
    }

    private static @Nullable String notTheProtocol(Head head) {
        if (head.status >= 300 && head.status < 400) {
            return "it redirects (" + head.status + "); redirects are not followed";
        } else if (head.status != 200) {
            return "it answers " + head.status;
        } else if (head.contentType == null || !head.contentType.startsWith("application/json")) {
            return "not the peer's protocol: content type " + head.contentType;
        }
        return null;
    }

    /** Reads one kind of body. */
    private interface Body {
        Answer read() throws ProtocolException;
    }

    private record Reader(byte[] body, boolean isNode) implements Question.Handler<Body> {
        @Override
        public Body vector(Question.AskVector question) {
            throw new IllegalArgumentException("the vector is read elsewhere");
        }

        @Override
        public Body ops(Question.AskOps question) {
            return () -> new Answer.Ops(OpCodec.readPage(body, isNode && !question.loose()));
        }

        @Override
        public Body chain(Question.AskChain question) {
            return () -> new Answer.ChainPoint(ChainCodec.read(body, question.origin(), question.seq()));
        }

        @Override
        public Body artifact(Question.AskArtifact question) {
            return () -> ArtifactCodec.read(body, question.id());
        }
    }
}
