package io.meshlog.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Whatever bytes a peer or caller sends: an answer or a named refusal, never another exception (spec §5.5). */
final class HostileBytesPropertyTest {
    private static final List<String> SEEDS = List.of(
            OpTexts.page(
                    "rep_91b72265b1f5", OpTexts.event("rep_91b72265b1f5", 7, ",\"x\":[NaN,{\"\\ud83d\\ude00\":1e5}]")),
            "{\"replica_id\":\"r\",\"version_vector\":{\"a\":1},\"frontier\":{\"heads\":[],\"loose\":{}},\"boot\":\"b\"}",
            "{\"artifact\":{\"id\":\"art_1\",\"content\":\"x\",\"sha256\":\"" + "0".repeat(64) + "\"}}",
            "{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\",\"metadata\":{\"n\":-1.5e+10}}");

    @Property(tries = 3000)
    void neverThrowAnythingElse(@ForAll long seed) {
        byte[] bytes = damaged(new Random(seed));
        tolerate(() -> OpCodec.readPage(bytes, true));
        tolerate(() -> VectorCodec.read(bytes));
        tolerate(() -> ArtifactCodec.read(bytes, "art_1"));
        DraftCodec.Decoded decoded = DraftCodec.decode(bytes, null);
        assertThat(decoded.draft() == null).isEqualTo(!decoded.invalid().isEmpty());
    }

    private interface Read {
        Object get() throws ProtocolException;
    }

    private static void tolerate(Read read) {
        try {
            assertThat(read.get()).isNotNull();
        } catch (ProtocolException expected) {
            assertThat(expected).hasMessageNotContaining("\n");
        }
    }

    private static byte[] damaged(Random random) {
        byte[] bytes = OpTexts.utf8(SEEDS.get(random.nextInt(SEEDS.size())));
        for (int i = random.nextInt(4); i > 0; i--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes[at] = (byte) random.nextInt(256);
                case 1 -> bytes[at] = (byte) "{}[]\",:\\u0-eNIt ".charAt(random.nextInt(16));
                case 2 -> bytes = Arrays.copyOf(bytes, at + 1);
                default -> {
                    int from = random.nextInt(bytes.length);
                    byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 12));
                    System.arraycopy(part, 0, bytes, at, Math.min(part.length, bytes.length - at));
                }
            }
        }
        return bytes;
    }
}
