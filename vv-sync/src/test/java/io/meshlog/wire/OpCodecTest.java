package io.meshlog.wire;

import static io.meshlog.wire.OpTexts.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.op.Reading;
import io.meshlog.replica.OpsPage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§3.1, §5.1: ops on the wire")
final class OpCodecTest {
    private static final String LOOSE = "rep_91b72265b1f5";
    private static final String NATIVE = "rep_0123456789abcdef0123";

    /** Invariant A9. */
    @Test
    void unknownFieldsAndLiteralNumbersReachTheThirdReplicaByteForByte() {
        String sent = OpCodec.toNode(OpTexts.loose(event(
                LOOSE,
                7,
                ", \"x_new\" : {\"b\":1.0,\"a\":[-0.0, 1e5, 9007199254740993, 0.10]}, \"\\ud83d\\ude00\": 1.50,"
                        + "\"metadata\":{\"n\":1.0},\"x_null\":null,\"x_empty\":[]")));
        assertThat(sent)
                .contains("\"x_new\":{\"a\":[-0.0,1e5,9007199254740993,0.10],\"b\":1.0}", "\uD83D\uDE00\":1.50");
        assertThat(sent).contains("\"x_null\":null", "\"x_empty\":[]");
        String relayed = sent;
        for (int relay = 0; relay < 3; relay++) {
            relayed = OpCodec.toNode(OpTexts.loose(relayed));
            assertThat(relayed).isEqualTo(sent);
        }
    }

    @Test
    void everyWireFieldIsWritten() {
        String sent = OpCodec.toNode(OpTexts.loose(event(LOOSE, 7, "")));
        assertThat(sent)
                .contains(
                        "\"topic\":null",
                        "\"to_agent\":null",
                        "\"correlation_id\":null",
                        "\"branch\":null",
                        "\"base_commit\":null",
                        "\"status\":null",
                        "\"body\":\"\"",
                        "\"metadata\":{}",
                        "\"artifact_ids\":[]",
                        "\"created_at\":\"\"");
        assertThat(sent).doesNotContain("\"seq\"", "\"chain\"", "\"sig\"", "\"local\"");
    }

    @Test
    void whatOnlyTheSenderKnowsIsDropped() {
        Op op = OpTexts.loose(event(LOOSE, 7, ",\"seq\":12,\"local\":{\"pending\":[]}"));
        assertThat(op.fields().get("seq")).isNull();
        assertThat(op.fields().get("local")).isNull();
        assertThat(op).isEqualTo(OpTexts.loose(event(LOOSE, 7, "")));
    }

    /** Invariant A6: hidden, kept, and passed on byte for byte. */
    @Test
    void anOpThatCannotBeReadIsKeptAndPassedOn() {
        for (String[] bad : List.of(
                new String[] {"metadata", ",\"metadata\":[1]"},
                new String[] {"metadata", ",\"metadata\":{\"n\":NaN}"},
                new String[] {"x_deep", ",\"x_deep\":[[-Infinity]]"},
                new String[] {"x", ",\"x\":Infinity"},
                new String[] {"x", ",\"x\":+INF"},
                new String[] {"x", ",\"x\":-INF"},
                new String[] {"status", ",\"status\":7"},
                new String[] {"topic", ",\"topic\":{}x".replace("{}x", "[0]")},
                new String[] {"body", ",\"body\":false"},
                new String[] {"artifact_ids", ",\"artifact_ids\":\"art_1\""},
                new String[] {"artifact_ids", ",\"artifact_ids\":[1]"},
                new String[] {"artifacts", ",\"artifacts\":[{\"id\":\"art_1\"}]"},
                new String[] {"asserted_by", ",\"asserted_by\":1"})) {
            Op op = OpTexts.loose(event(LOOSE, 7, bad[1]));
            assertThat(op.reading()).as(bad[1]).isInstanceOf(Reading.Unreadable.class);
            assertThat(((Reading.Unreadable) op.reading()).field()).isEqualTo(bad[0]);
            assertThat(op.eventId()).isEqualTo("evt_7");
            String relayed = OpCodec.toNode(op);
            assertThat(relayed).contains(bad[1].substring(bad[1].indexOf(':')));
            assertThat(OpCodec.toNode(OpTexts.loose(relayed))).isEqualTo(relayed);
            assertThat(OpTexts.loose(relayed)).isEqualTo(op);
        }
    }

    @Test
    void aStampThatDoesNotParseOrAMissingFieldIsUnreadable() {
        String good = event(LOOSE, 7, "");
        for (String[] bad : List.of(
                new String[] {"hlc", good.replaceFirst("\"hlc\":\"[^\"]*\"", "\"hlc\":\"yesterday\"")},
                new String[] {"hlc", good.replaceFirst(",\"hlc\":\"[^\"]*\"", "")},
                new String[] {"stream", good.replace("\"stream\":\"s\",", "")},
                new String[] {"room", good.replace("\"room\":\"r\"", "\"room\":\"\"")},
                new String[] {"from_agent", good.replace("\"from_agent\":\"a\"", "\"from_agent\":null")},
                new String[] {"type", good.replace("\"type\":\"note\"", "\"type\":3")},
                new String[] {"id", good.replace("\"id\":\"evt_7\"", "\"id\":\"\"")},
                new String[] {"id", good.replace("\"id\":\"evt_7\"", "\"id\":\"" + "i".repeat(257) + "\"")})) {
            Op op = OpTexts.loose(bad[1]);
            assertThat(op.reading()).as(bad[1]).isInstanceOf(Reading.Unreadable.class);
            assertThat(((Reading.Unreadable) op.reading()).field()).isEqualTo(bad[0]);
            assertThat(OpTexts.loose(OpCodec.toNode(op))).isEqualTo(op);
        }
    }

    @Test
    void textsThatOnlySpellNaNAreReadable() {
        Op op = OpTexts.loose(event(LOOSE, 7, ",\"body\":\"NaN INF \\\" Infinity\",\"NaN\":\"Inf\""));
        assertThat(op.reading()).isInstanceOf(Reading.Readable.class);
    }

    /** What was authored under other rules still loads: too large for authoring, yet shown. */
    @Test
    void anOpBeyondOurAuthoringLimitsIsReadable() {
        Op op = OpTexts.loose(event(
                LOOSE,
                7,
                ",\"body\":\"" + "x".repeat(300_000) + "\\u0000\",\"status\":\"later\",\"topic\":\"" + "t".repeat(300)
                        + "\",\"metadata\":{\"n\":1e999}"));
        assertThat(op.reading()).isInstanceOf(Reading.Readable.class);
    }

    @Test
    void anOpWithoutCanonicalFormIsRefusedAndTheOpsBeforeItAreKept() {
        String good = event(LOOSE, 1, "");
        for (String bad : List.of(
                ",\"x\":1,\"x\":1",
                ",\"\\u0078\":1,\"x\":2",
                ",\"x\":{\"a\":1,\"\\u0061\":2}",
                ",\"x\":\"\\ud800\"",
                ",\"x\":[\"\\udc00\\ud800\"]",
                ",\"\\ud800\":1",
                ",\"x\":" + "[".repeat(600) + "]".repeat(600))) {
            OpsPage page = OpTexts.read(OpTexts.page(LOOSE, good, event(LOOSE, 2, bad), event(LOOSE, 3, "")), false);
            assertThat(page.ops()).as(bad).extracting(Op::seq).containsExactly(1L);
            assertThat(page.refusal()).contains("op 2");
        }
    }

    /** The parser itself gives up there: what stands behind it cannot be read, and what stood before it is kept. */
    @Test
    void anOpThatNestsWithoutEndIsRefusedAndTheOpsBeforeItAreKept() {
        for (String nested : List.of("[".repeat(30_000) + "]".repeat(30_000), "{\"a\":".repeat(100_000))) {
            OpsPage page = OpTexts.read(
                    OpTexts.page(LOOSE, event(LOOSE, 1, ""), event(LOOSE, 2, ",\"x\":" + nested), event(LOOSE, 3, "")),
                    false);
            assertThat(page.ops()).extracting(Op::seq).containsExactly(1L);
            assertThat(page.refusal()).contains("nesting deeper than 512 levels");
        }
        String before = "{\"x\":" + "[".repeat(30_000) + "]".repeat(30_000) + ",";
        String page = OpTexts.page(LOOSE, event(LOOSE, 1, "")).substring(1);
        assertThatThrownBy(() -> OpTexts.read(before + page, false)).hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void anOpOverEightMebibytesIsRefusedAndTheOpsBeforeItAreKept() {
        int frame = event(LOOSE, 2, ",\"body\":\"\"").length();
        String largest = event(LOOSE, 2, ",\"body\":\"" + "x".repeat(8_388_608 - frame) + "\"");
        OpsPage taken = OpTexts.read(OpTexts.page(LOOSE, event(LOOSE, 1, ""), largest), false);
        assertThat(taken.ops()).hasSize(2);
        assertThat(taken.refusal()).isNull();
        String over = event(LOOSE, 2, ",\"body\":\"" + "x".repeat(8_388_609 - frame) + "\"");
        OpsPage page = OpTexts.read(OpTexts.page(LOOSE, event(LOOSE, 1, ""), over, event(LOOSE, 3, "")), false);
        assertThat(page.ops()).extracting(Op::seq).containsExactly(1L);
        assertThat(page.refusal()).contains("op 2", "8388608", "8388609");
    }

    @Test
    void anOpWithoutAnAddressIsRefused() {
        String good = event(LOOSE, 2, "");
        for (String bad : List.of(
                good.replace("\"origin_seq\":2", "\"origin_seq\":0"),
                good.replace("\"origin_seq\":2", "\"origin_seq\":-1"),
                good.replace("\"origin_seq\":2", "\"origin_seq\":2.0"),
                good.replace("\"origin_seq\":2", "\"origin_seq\":\"2\""),
                good.replace("\"origin_seq\":2", "\"origin_seq\":9223372036854775808"),
                good.replace("\"origin_replica\":\"" + LOOSE + "\"", "\"origin_replica\":\"a b\""),
                good.replace("\"origin_replica\":\"" + LOOSE + "\"", "\"origin_replica\":null"))) {
            OpsPage page = OpTexts.read(OpTexts.page(LOOSE, event(LOOSE, 1, ""), bad), false);
            assertThat(page.ops()).as(bad).hasSize(1);
            assertThat(page.refusal()).isNotNull();
        }
    }

    @Test
    void chainsCountFromNodesOnlyAndMustBeWellFormed() {
        String chain = ",\"chain\":\"" + "ab".repeat(32) + "\"";
        String sig = ",\"sig\":\"" + "A".repeat(128) + "\"";
        OpsPage fromNode = OpTexts.read(OpTexts.page(NATIVE, event(NATIVE, 1, chain + sig)), true);
        assertThat(fromNode.ops().get(0).isChained()).isTrue();
        assertThat(fromNode.ops().get(0).sig()).isNotNull();
        assertThat(fromNode.ops().get(0).fields().get("chain")).isNull();
        OpsPage fromReference = OpTexts.read(OpTexts.page(NATIVE, event(NATIVE, 1, chain + sig)), false);
        assertThat(fromReference.ops().get(0).isChained()).isFalse();
        for (String bad : List.of(",\"chain\":\"AB\"", chain + ",\"sig\":\"x\"")) {
            assertThat(OpTexts.read(OpTexts.page(NATIVE, event(NATIVE, 1, bad)), true)
                            .refusal())
                    .isNotNull();
        }
        assertThat(OpTexts.read(OpTexts.page(LOOSE, event(LOOSE, 1, chain)), true)
                        .refusal())
                .contains("no chain of a native origin");
    }

    @Test
    void aReferenceSeesAnOrdinaryOriginAndNoChain() {
        Op op = OpTexts.read(OpTexts.page(NATIVE, event(NATIVE, 1, ",\"chain\":\"" + "ab".repeat(32) + "\"")), true)
                .ops()
                .get(0);
        String shown = OpCodec.toReference(op, new Origin(NATIVE + "~0123456789abcdef"));
        assertThat(shown)
                .contains("\"origin_replica\":\"" + NATIVE + "~0123456789abcdef\"")
                .doesNotContain("chain");
        assertThat(OpTexts.loose(shown).origin().name()).isEqualTo(NATIVE + "~0123456789abcdef");
    }

    @Test
    void whatIsNotAPageIsNotTheProtocol() {
        for (String bad : List.of(
                "",
                "{}",
                "[]",
                "null",
                "7",
                "<html><body>502 Bad Gateway</body></html>",
                "{\"origin\":\"a\"}",
                "{\"events\":[]}",
                "{\"origin\":\"a b\",\"events\":[]}",
                "{\"origin\":7,\"events\":[]}",
                "{\"origin\":\"a\",\"events\":{}}",
                "{\"origin\":\"a\",\"events\":[7]}",
                "{\"origin\":\"a\",\"events\":[]} {}",
                "{\"origin\":\"a\",\"events\":[]}x",
                "{\"origin\":\"a\",\"events\":[],}",
                "\uFEFF{\"origin\":\"a\",\"events\":[]}")) {
            assertThatThrownBy(() -> OpCodec.readPage(OpTexts.utf8(bad), false))
                    .as(bad)
                    .isInstanceOf(ProtocolException.class);
        }
        assertThatThrownBy(() ->
                        OpCodec.readPage("{\"origin\":\"a\",\"events\":[]}".getBytes(StandardCharsets.UTF_16LE), false))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void aPageThatWasCutAnywhereIsNotTheProtocol() {
        String page = OpTexts.page(LOOSE, event(LOOSE, 1, ",\"x\":[1.0,{\"a\":null}]"), event(LOOSE, 2, ""));
        OpTexts.read(page, false);
        for (int length = 0; length < page.length(); length++) {
            byte[] cut = OpTexts.utf8(page.substring(0, length));
            assertThatThrownBy(() -> OpCodec.readPage(cut, false)).isInstanceOf(ProtocolException.class);
        }
    }
}
