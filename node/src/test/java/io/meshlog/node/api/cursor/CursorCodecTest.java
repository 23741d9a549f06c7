package io.meshlog.node.api.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.cursor.Cover;
import io.meshlog.cursor.LoosePoint;
import io.meshlog.cursor.Point;
import io.meshlog.hlc.HlcTimestamp;
import io.meshlog.node.store.list.ListQuery.Order;
import io.meshlog.op.Digest;
import io.meshlog.op.MergeKey;
import io.meshlog.op.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;

/** Spec §12: {@code c1.} + base64url(deflate(JSON)). */
class CursorCodecTest {
    private static final String BOOT = "0123456789abcdef";
    private static final String SELF = "rep_00000000000000000000";

    private static String packed(String json) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflate = new DeflaterOutputStream(out)) {
            deflate.write(json.getBytes(StandardCharsets.UTF_8));
        }
        return "c1." + Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
    }

    private static final Cover COVER = new Cover(
            List.of(new Point(new Origin(SELF), 3, "0123456789abcdef")),
            List.of(new LoosePoint(new Origin("rep_x"), 9, 4, "fedcba9876543210")),
            List.of(new Point(new Origin("rep_x"), 2, "00000000000000ff")));

    @Test
    void everyCursorIsReadAsItWasWritten() {
        MergeKey key = new MergeKey(
                HlcTimestamp.parse("1700000000000-00000a-rep_a~b"),
                Digest.sha256(new byte[] {1}),
                new Origin("rep_a~b"),
                7);
        for (Cursor cursor : new Cursor[] {
            Cursor.local(SELF, BOOT, 0),
            Cursor.local(SELF, BOOT, Long.MAX_VALUE),
            Cursor.following(SELF, BOOT, 3, Cover.NONE, false),
            Cursor.following(SELF, BOOT, 3, COVER, true),
            Cursor.within(SELF, BOOT, Order.DESC, 5, null, 2, 9),
            Cursor.within(SELF, BOOT, Order.HLC, 0, key, 0, 9)
        }) {
            assertThat(CursorCodec.read(CursorCodec.write(cursor))).isEqualTo(cursor);
        }
    }

    @Test
    void aFollowingCursorHoldsReplicaAndPositionAsTheSpecNamesThem() throws IOException {
        assertThat(CursorCodec.read(packed("{\"p\":12,\"r\":\"" + SELF + "\"}")))
                .isEqualTo(Cursor.local(SELF, "", 12));
    }

    @Test
    void whatItCoversStandsInItAsTheSpecNamesIt() throws IOException {
        String json = "{\"heads\":[[\"" + SELF + "\",3,\"0123456789abcdef\"]],\"loose\":{\"rep_x\":[9,4,\""
                + "fedcba9876543210\"]},\"p\":12,\"r\":\"" + SELF
                + "\",\"unread\":[[\"rep_x\",2,\"00000000000000ff\"]]}";
        assertThat(CursorCodec.read(packed(json))).isEqualTo(Cursor.following(SELF, "", 12, COVER, false));
    }

    @Test
    void membersOfOtherVersionsAreLetPass() throws IOException {
        String json = "{\"later\":[[1],{\"a\":2}],\"p\":12,\"r\":\"" + SELF + "\"}";
        assertThat(CursorCodec.read(packed(json))).isEqualTo(Cursor.local(SELF, "", 12));
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
            "{\"heads\":{},\"p\":1,\"r\":\"a\"}",
            "{\"heads\":[[\"a\",1]],\"p\":1,\"r\":\"a\"}",
            "{\"heads\":[[\"a\",0,\"0123456789abcdef\"]],\"p\":1,\"r\":\"a\"}",
            "{\"heads\":[[\"a\",1,\"0123456789ABCDEF\"]],\"p\":1,\"r\":\"a\"}",
            "{\"heads\":[[\"a b\",1,\"0123456789abcdef\"]],\"p\":1,\"r\":\"a\"}",
            "{\"loose\":[],\"p\":1,\"r\":\"a\"}",
            "{\"loose\":{\"a\":[1,\"0123456789abcdef\"]},\"p\":1,\"r\":\"a\"}",
            "{\"p\":1,\"r\":\"a\",\"unread\":7}",
            "{\"o\":7,\"p\":1,\"r\":\"a\"}",
            "{\"r\":\"\\u00\",\"p\":1}"
        };
        for (String json : bad) {
            assertThat(CursorCodec.read(packed(json))).as(json).isNull();
        }
        String good = CursorCodec.write(Cursor.within(SELF, BOOT, Order.DESC, 5, null, 2, 9));
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
