package io.meshlog.node.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.node.store.ListQuery.Order;
import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

/** Spec §12: {@code c1.} + base64url(deflate(JSON)). */
class CursorCodecTest {
    private static final String SELF = "rep_00000000000000000000";

    private static String packed(String json) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflate = new DeflaterOutputStream(out)) {
            deflate.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return "c1." + Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
    }

    @Test
    void everyCursorIsReadAsItWasWritten() {
        MergeKey key = new MergeKey(
                HlcTimestamp.parse("1700000000000-00000a-rep_a~b"),
                Digest.sha256(new byte[] {1}),
                new Origin("rep_a~b"),
                7);
        for (Cursor cursor : new Cursor[] {
            Cursor.following(SELF, 0),
            Cursor.following(SELF, Long.MAX_VALUE),
            new Cursor(SELF, Order.DESC, 5, null, 2, 9),
            new Cursor(SELF, Order.HLC, 0, key, 0, 9)
        }) {
            assertThat(CursorCodec.read(CursorCodec.write(cursor))).isEqualTo(cursor);
        }
    }

    @Test
    void aFollowingCursorHoldsReplicaAndPositionAsTheSpecNamesThem() throws IOException {
        assertThat(CursorCodec.read(packed("{\"p\":12,\"r\":\"" + SELF + "\"}")))
                .isEqualTo(Cursor.following(SELF, 12));
    }

    @Test
    void membersOfOtherVersionsAreLetPass() throws IOException {
        String json = "{\"heads\":[[\"" + SELF + "\",3,\"0123456789abcdef\"]],\"loose\":{},\"p\":12,\"r\":\"" + SELF
                + "\",\"unread\":[]}";
        assertThat(CursorCodec.read(packed(json))).isEqualTo(Cursor.following(SELF, 12));
    }

    @Test
    void aCursorThatUnpacksWithoutEndIsRefusedEarly() throws IOException {
        String bomb = packed("{\"p\":1,\"r\":\"" + "0".repeat(50_000_000) + "\"}");
        assertThat(bomb.length()).isLessThan(100_000);
        assertThat(CursorCodec.read(bomb)).isNull();
    }

    @Test
    void whateverIsDamagedIsRefusedAndThrowsNothing() throws IOException {
        String[] bad = {
            "{}",
            "[]",
            "",
            "{",
            "{\"p\":-1,\"r\":\"a\"}",
            "{\"p\":1}",
            "{\"p\":\"1\",\"r\":\"a\"}",
            "{\"p\":1,\"r\":\"a b\"}",
            "{\"o\":\"desc\",\"p\":1,\"r\":\"a\"}",
            "{\"o\":\"hlc\",\"p\":1,\"r\":\"a\",\"s\":0,\"t\":1}",
            "{\"k\":[],\"o\":\"hlc\",\"p\":1,\"r\":\"a\",\"s\":0,\"t\":1}",
            "{\"k\":[\"x\",\"y\",\"z\",1],\"o\":\"hlc\",\"p\":1,\"r\":\"a\",\"s\":0,\"t\":1}",
            "{\"o\":7,\"p\":1,\"r\":\"a\"}",
            "{\"r\":\"\\u00\",\"p\":1}"
        };
        for (String json : bad) {
            assertThat(CursorCodec.read(packed(json))).as(json).isNull();
        }
        String good = CursorCodec.write(new Cursor(SELF, Order.DESC, 5, null, 2, 9));
        Random random = new Random(1);
        for (int i = 0; i < 2_000; i++) {
            char[] chars = good.toCharArray();
            chars[3 + random.nextInt(chars.length - 3)] = (char) (33 + random.nextInt(94));
            String damaged = new String(chars).substring(0, 3 + random.nextInt(chars.length - 2));
            Cursor read = CursorCodec.read(damaged);
            assertThat(read == null || damaged.equals(good)).as(damaged).isTrue();
        }
    }
}
