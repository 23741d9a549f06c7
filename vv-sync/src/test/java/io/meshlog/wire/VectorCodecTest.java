package io.meshlog.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.Origin;
import io.meshlog.replica.Succession;
import io.meshlog.replica.VectorDocument;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import io.meshlog.vector.VersionVector;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§5.5 the vector document")
final class VectorCodecTest {
    private static final Origin NATIVE = new Origin("rep_0123456789abcdef0123");
    private static final Origin OTHER = new Origin("rep_aaaaaaaaaaaaaaaaaaaa");
    private static final Origin LOOSE = new Origin("rep_91b72265b1f5");
    private static final ChainSignature SIG = new ChainSignature("A".repeat(128));

    private static VectorDocument node() {
        Head head = new Head(NATIVE, 3, Digest.sha256(new byte[] {1}), SIG);
        Frontier frontier = new Frontier(
                new TreeMap<>(Map.of(NATIVE, head)),
                new TreeMap<>(Map.of(LOOSE, new LooseSummary(9, 2, Digest.sha256(new byte[] {2})))));
        return new VectorDocument(
                NATIVE.name(),
                frontier.vector(),
                frontier,
                "boot-1",
                "mesh \"ü\"",
                null,
                new TreeMap<>(Map.of(LOOSE, 4L)),
                List.of("delta", "gzip"),
                List.of(new Succession(OTHER, head, NATIVE, SIG, SIG), new Succession(OTHER, null, NATIVE, SIG, null)));
    }

    private static VectorDocument read(String json) throws ProtocolException {
        return VectorCodec.read(OpTexts.utf8(json));
    }

    @Test
    void aNodesDocumentReadsBack() throws ProtocolException {
        VectorDocument read = read(VectorCodec.write(node()));
        assertThat(read).isEqualTo(node());
        assertThat(read.frontier().heads().get(NATIVE).sig()).isEqualTo(SIG);
        assertThat(read.isNode()).isTrue();
        assertThat(read.vector().entries()).containsOnlyKeys(NATIVE, LOOSE);
    }

    @Test
    void aReferencesDocumentIsTwoMembers() throws ProtocolException {
        VectorDocument reference = new VectorDocument(
                "rep_91b72265b1f5",
                VersionVector.of(Map.of(LOOSE, 104L)),
                null,
                null,
                null,
                null,
                new TreeMap<>(),
                List.of(),
                List.of());
        String json = VectorCodec.write(reference);
        assertThat(json)
                .isEqualTo("{\"replica_id\":\"rep_91b72265b1f5\",\"version_vector\":{\"rep_91b72265b1f5\":104}}");
        assertThat(read(json)).isEqualTo(reference);
        assertThat(read(json).isNode()).isFalse();
        assertThat(read("{\"version_vector\":{},\"x\":[1.0],\"replica_id\":\"r\"}")
                        .vector())
                .isEqualTo(VersionVector.EMPTY);
    }

    @Test
    void namesThatNoOpCanHaveBackNothing() throws ProtocolException {
        assertThat(read("{\"replica_id\":\"r\",\"version_vector\":{\"a b\":7,\"c\":1,\"zero\":0}}")
                        .vector())
                .isEqualTo(VersionVector.of(Map.of(new Origin("c"), 1L)));
    }

    @Test
    void looseOpsOfNativeOriginsAreNotInTheVector() {
        Frontier frontier =
                new Frontier(new TreeMap<>(), new TreeMap<>(Map.of(NATIVE, new LooseSummary(9, 2, Digest.ZERO))));
        assertThat(frontier.vector()).isEqualTo(VersionVector.EMPTY);
    }

    @Test
    void whatIsNotADocumentIsNotTheProtocol() {
        String good = VectorCodec.write(node());
        for (String bad : List.of(
                "",
                "{}",
                "[]",
                "<html></html>",
                good + " {}",
                good + "x",
                "{\"replica_id\":\"r\"}",
                "{\"replica_id\":7,\"version_vector\":{}}",
                "{\"replica_id\":\"r\",\"version_vector\":[]}",
                "{\"replica_id\":\"r\",\"version_vector\":{\"a\":-1}}",
                "{\"replica_id\":\"r\",\"version_vector\":{\"a\":1.5}}",
                "{\"replica_id\":\"r\",\"version_vector\":{\"a\":1,\"a\":2}}",
                "{\"replica_id\":\"r\",\"version_vector\":{},\"frontier\":{}}",
                good.replace("\"boot\":\"boot-1\"", "\"boot\":null"),
                good.replace("\"seq\":3", "\"seq\":0"),
                good.replace(SIG.text(), "short"),
                good.replace("\"origin\":\"" + NATIVE, "\"origin\":\"" + LOOSE))) {
            assertThatThrownBy(() -> read(bad)).as(bad).isInstanceOf(ProtocolException.class);
        }
    }

    @Test
    void equalPointsMakeEqualFrontiersWhateverProvesThem() {
        Head signed = new Head(NATIVE, 3, Digest.sha256(new byte[] {1}), SIG);
        Head bare = new Head(NATIVE, 3, Digest.sha256(new byte[] {1}), null);
        Frontier a = new Frontier(new TreeMap<>(Map.of(NATIVE, signed)), new TreeMap<>());
        Frontier b = new Frontier(new TreeMap<>(Map.of(NATIVE, bare)), new TreeMap<>());
        assertThat(a).isEqualTo(b).hasSameHashCodeAs(b);
        Head elsewhere = new Head(NATIVE, 3, Digest.sha256(new byte[] {2}), SIG);
        assertThat(a).isNotEqualTo(new Frontier(new TreeMap<>(Map.of(NATIVE, elsewhere)), new TreeMap<>()));
    }
}
