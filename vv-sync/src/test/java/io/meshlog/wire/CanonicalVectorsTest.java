package io.meshlog.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.op.Canonical;
import io.meshlog.op.ChainSignature;
import io.meshlog.op.Digest;
import io.meshlog.op.KeyedId;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.Chain;
import io.meshlog.vector.Frontier;
import io.meshlog.vector.Head;
import io.meshlog.vector.LooseSummary;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The formats of spec §12 that can never change, against vectors that an independent script derived
 * ({@code src/test/python/canonical_vectors.py}).
 */
@DisplayName("§12 frozen formats")
final class CanonicalVectorsTest {
    private static final JsonNode VECTORS = vectors();

    @Test
    void everyOpHasTheCanonicalBytesOfItsVector() {
        for (JsonNode event : VECTORS.get("events")) {
            Op op = op(event.get("name").asText());
            assertThat(HexFormat.of().formatHex(Canonical.bytes(op.fields())))
                    .as(event.get("name").asText())
                    .isEqualTo(event.get("canonical_hex").asText());
            assertThat(op.digest().hex()).isEqualTo(event.get("sha256").asText());
            assertThat(op.payload().hex()).isEqualTo(event.get("payload_sha256").asText());
        }
    }

    @Test
    void canonicalBytesSurviveStorageAndEveryRelay() {
        for (JsonNode event : VECTORS.get("events")) {
            Op op = op(event.get("name").asText());
            Op stored = Op.loose(op.origin(), op.seq(), FieldsText.read(FieldsText.write(op.fields())), op.reading());
            Op relayed = OpTexts.loose(OpCodec.toNode(OpTexts.loose(OpCodec.toNode(stored))));
            assertThat(HexFormat.of().formatHex(Canonical.bytes(relayed.fields())))
                    .isEqualTo(event.get("canonical_hex").asText());
        }
    }

    @Test
    void aChainCoversEveryOpBeforeIt() {
        Digest at = Chain.ROOT;
        JsonNode chain = VECTORS.get("chain");
        for (int i = 0; i < chain.get("of").size(); i++) {
            at = Chain.next(
                    at, Canonical.bytes(op(chain.get("of").get(i).asText()).fields()));
            assertThat(at.hex()).isEqualTo(chain.get("chains").get(i).asText());
        }
    }

    @Test
    void aLooseSummaryAddsTheDigestsOfItsOps() {
        JsonNode loose = VECTORS.get("loose");
        LooseSummary summary = LooseSummary.NONE;
        for (JsonNode name : loose.get("of")) {
            Op op = op(name.asText());
            summary = summary.plus(op.seq(), op.digest());
        }
        assertThat(summary)
                .isEqualTo(new LooseSummary(
                        loose.get("top").asLong(),
                        loose.get("count").asLong(),
                        Digest.parse(loose.get("digest").asText())));
    }

    @Test
    void sumsOfDigestsWrapAtTwoToThe256() {
        for (JsonNode sum : VECTORS.get("sums")) {
            Digest a = Digest.parse(sum.get("a").asText());
            Digest b = Digest.parse(sum.get("b").asText());
            assertThat(a.plus(b).hex()).isEqualTo(sum.get("sum").asText());
            assertThat(a.plus(b).minus(b)).isEqualTo(a);
        }
    }

    @Test
    void aFrontierIsWrittenAndReadInOneForm() throws ProtocolException {
        JsonNode vector = VECTORS.get("frontier");
        SortedMap<Origin, Head> heads = new TreeMap<>();
        Head branch =
                head(vector.get("branch"), new Origin(vector.at("/branch/name").asText()));
        heads.put(branch.origin(), branch);
        Head stem = head(vector.get("stem"), new Origin(vector.get("origin").asText()));
        heads.put(stem.origin(), stem);
        SortedMap<Origin, LooseSummary> loose = new TreeMap<>();
        JsonNode summary = VECTORS.get("loose");
        loose.put(
                new Origin("rep_91b72265b1f5"),
                new LooseSummary(104, 2, Digest.parse(summary.get("digest").asText())));
        Frontier frontier = new Frontier(heads, loose);
        String json = vector.get("json").asText();
        assertThat(VectorCodec.write(frontier)).isEqualTo(json);
        assertThat(VectorCodec.frontier(json)).isEqualTo(frontier);
        assertThat(VectorCodec.write(VectorCodec.frontier(json))).isEqualTo(json);
    }

    @Test
    void aBranchIsNamedAfterItsBaseAndItsFirstChain() {
        for (JsonNode branch : VECTORS.get("branches")) {
            Origin named = new Origin(branch.get("origin").asText())
                    .branch(Digest.parse(branch.get("first_chain").asText()));
            assertThat(named.name()).isEqualTo(branch.get("name").asText());
            assertThat(named.isBranch()).isTrue();
            assertThat(named.base().name()).isEqualTo("rep_0123456789abcdef0123");
        }
    }

    @Test
    void aCollidingLooseAddressIsNamedAfterItsCanonicalBytes() {
        for (JsonNode collision : VECTORS.get("collisions")) {
            Origin origin = new Origin(collision.get("origin").asText());
            Origin named = origin.colliding(Digest.parse(collision.get("sha256").asText()));
            assertThat(named.name()).isEqualTo(collision.get("name").asText());
            assertThat(named.owns(origin.name())).as("stamps of %s", named).isTrue();
        }
    }

    @Test
    void aKeyGivesOneIdOnEveryReplica() {
        for (JsonNode keyed : VECTORS.get("keyed_ids")) {
            String agent = keyed.get("agent").asText();
            String key = keyed.get("key").asText();
            assertThat(KeyedId.event(agent, key)).isEqualTo(keyed.get("event").asText());
            for (int i = 0; i < keyed.get("artifacts").size(); i++) {
                assertThat(KeyedId.artifact(agent, key, i))
                        .isEqualTo(keyed.get("artifacts").get(i).asText());
            }
        }
    }

    private static Head head(JsonNode head, Origin origin) {
        JsonNode sig = head.get("sig");
        return new Head(
                origin,
                head.get("seq").asLong(),
                Digest.parse(head.get("chain").asText()),
                sig == null ? null : new ChainSignature(sig.asText()));
    }

    private static Op op(String name) {
        for (JsonNode event : VECTORS.get("events")) {
            if (event.get("name").asText().equals(name)) {
                return OpTexts.loose(event.get("json").asText());
            }
        }
        throw new AssertionError("no vector " + name);
    }

    private static JsonNode vectors() {
        try (InputStream in = CanonicalVectorsTest.class.getResourceAsStream("/canonical-vectors.json")) {
            return new ObjectMapper().readTree(in);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
