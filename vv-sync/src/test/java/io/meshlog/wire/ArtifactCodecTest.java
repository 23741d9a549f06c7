package io.meshlog.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.op.Artifact;
import io.meshlog.op.Digest;
import io.meshlog.op.Invalid;
import io.meshlog.op.JsonText;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§3.2 artifacts on the wire")
final class ArtifactCodecTest {
    private static final ArtifactDraftCodec.Stamp STAMP =
            new ArtifactDraftCodec.Stamp("art_1", "2026-01-01T00:00:00Z", new Origin("rep_0123456789abcdef0123"));

    private static String json(String id, String content, String sha, String more) {
        return "{\"artifact\":{\"id\":\"" + id + "\",\"kind\":\"log\",\"content\":" + JsonText.quote(content)
                + ",\"sha256\":\"" + sha + "\",\"created_by\":\"a\"" + more + "}}";
    }

    private static Answer.ArtifactContent read(String json) throws ProtocolException {
        return ArtifactCodec.read(OpTexts.utf8(json), "art_1");
    }

    private static String sha(String content) {
        return Digest.sha256(OpTexts.utf8(content)).hex();
    }

    private static ArtifactDraftCodec.Decoded put(String kind, String content) {
        return ArtifactDraftCodec.decode(
                OpTexts.utf8("{\"kind\":\"" + kind + "\",\"created_by\":\" a \",\"content\":" + JsonText.quote(content)
                        + ",\"metadata\":{\"n\":1.0}}"),
                null,
                STAMP);
    }

    /** Invariant A9 for artifacts. */
    @Test
    void unknownFieldsAndContentReachTheThirdReplica() throws ProtocolException {
        String content = "a\r\nb\u0001\uD83D\uDE00";
        Artifact first = read(json("art_1", content, sha(content), ",\"x\":{\"b\":1.0,\"a\":null}"))
                .artifact();
        assertThat(first.content()).isEqualTo(content);
        String sent = ArtifactCodec.write(first);
        assertThat(sent).contains("\"x\":{\"a\":null,\"b\":1.0}");
        Artifact second = read("{\"artifact\":" + sent + "}").artifact();
        assertThat(ArtifactCodec.write(second)).isEqualTo(sent);
        assertThat(second).isEqualTo(first);
    }

    /** Invariant R4: one bad artifact is refused; it does not end the round. */
    @Test
    void contentThatDoesNotFitIsRefusedWithoutEndingTheRound() throws ProtocolException {
        for (String bad : List.of(
                json("art_1", "x", sha("y"), ""),
                json("art_2", "x", sha("x"), ""),
                json("art_1", "x", sha("x"), ",\"content\":\"y\""),
                json("art_1", "x", sha("x"), ",\"x\":\"\\ud800\""),
                json("art_1", "x", sha("x"), "").replace("\"x\"", "\"\\udfff\""),
                json("art_1", "x", sha("x"), "").replace("\"content\":\"x\",", ""),
                json("art_1", "x", sha("x"), "").replace("\"content\":\"x\"", "\"content\":7"),
                json("art_1", "x", sha("x"), "").replace("sha256", "sha255"))) {
            Answer.ArtifactContent answer = read(bad);
            assertThat(answer.artifact()).as(bad).isNull();
            assertThat(answer.reason()).as(bad).isNotBlank();
        }
    }

    @Test
    void whatHoldsNoArtifactIsNotTheProtocol() {
        for (String bad :
                List.of("", "{}", "[]", "<html>", "{\"artifact\":7}", json("art_1", "x", sha("x"), "") + "{}")) {
            assertThatThrownBy(() -> read(bad)).as(bad).isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void aPutIsStampedAndHashed() {
        Artifact artifact = put("json", "{\"k\": 1}\n").artifact();
        assertThat(artifact.sha256().hex()).isEqualTo(sha("{\"k\": 1}\n"));
        assertThat(artifact.sizeBytes()).isEqualTo(9);
        assertThat(artifact.createdBy()).isEqualTo("a");
        assertThat(artifact.metadata()).isEqualTo("{\"n\":1.0}");
        assertThat(artifact.originReplica()).isEqualTo("rep_0123456789abcdef0123");
    }

    @Test
    void contentIsUpToFourMebibytesOfText() {
        assertThat(put("file", "\u00e9".repeat(2_097_152)).invalid()).isEmpty();
        Invalid large = put("file", "\u00e9".repeat(2_097_152) + "x").invalid().get(0);
        assertThat(large.field()).isEqualTo("content");
        assertThat(large.limit()).isEqualTo(4_194_304);
        assertThat(large.size()).isEqualTo(4_194_305);
        assertThat(put("file", "").invalid()).extracting(Invalid::field).containsExactly("content");
        assertThat(put("file", "a\0").invalid()).extracting(Invalid::field).containsExactly("content");
        assertThat(put("picture", "x").invalid()).extracting(Invalid::field).containsExactly("kind");
    }

    @Test
    void contentOfKindJsonIsOneJsonValue() {
        for (String good : List.of("7", " null ", "[1.0]", "{\"a\":\"b\"}")) {
            assertThat(put("json", good).invalid()).as(good).isEmpty();
        }
        for (String bad : List.of(" ", "{", "[1] 2", "NaN", "{\"a\":1,\"a\":2}", "\uFEFF1", "'a'")) {
            assertThat(put("json", bad).invalid())
                    .as(bad)
                    .extracting(Invalid::field)
                    .containsExactly("content");
        }
    }
}
