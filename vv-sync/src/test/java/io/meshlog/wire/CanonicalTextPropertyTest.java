package io.meshlog.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.op.CanonicalText;
import io.meshlog.op.CodePoints;
import io.meshlog.op.Fields;
import io.meshlog.op.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Canonical texts against a JSON tree of another library as twin (spec §12). */
final class CanonicalTextPropertyTest {
    private static final ObjectMapper TWIN = com.fasterxml.jackson.databind.json.JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .disable(com.fasterxml.jackson.databind.cfg.JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    @Property(tries = 600)
    void canonicalTextSaysWhatTheDocumentSays(@ForAll long seed) throws Exception {
        String document = new MessyJson(new Random(seed)).object();
        Fields canonical = Documents.read(OpTexts.utf8(document));
        assertThat(TWIN.readTree(canonical.toString())).isEqualTo(TWIN.readTree(document));
    }

    @Property(tries = 600)
    void canonicalTextHasOneForm(@ForAll long seed) throws Exception {
        String document = new MessyJson(new Random(seed)).object();
        String once = Documents.read(OpTexts.utf8(document)).toString();
        assertThat(Documents.read(OpTexts.utf8(once)).toString()).isEqualTo(once);
        assertThat(FieldsText.read(once).toString()).isEqualTo(once);
        assertSorted(TWIN.readTree(once));
    }

    @Property(tries = 600)
    void takenApartItIsTheSameText(@ForAll long seed) throws Exception {
        String text = Documents.read(OpTexts.utf8(new MessyJson(new Random(seed)).object()))
                .toString();
        assertThat(putTogether(text)).isEqualTo(text);
    }

    @Property(tries = 600)
    void quotedTextReadsBack(@ForAll String text) throws Exception {
        if (CodePoints.loneSurrogate(text) < 0) {
            assertThat(CanonicalText.stringOrNull(JsonText.quote(text))).isEqualTo(text);
            assertThat(TWIN.readTree(JsonText.quote(text)).asText()).isEqualTo(text);
        }
    }

    private static String putTogether(String text) {
        if (CanonicalText.isArray(text)) {
            List<String> parts = new ArrayList<>();
            CanonicalText.elements(text).forEach(e -> parts.add(putTogether(e)));
            return "[" + String.join(",", parts) + "]";
        } else if (CanonicalText.isObject(text)) {
            List<String> parts = new ArrayList<>();
            CanonicalText.object(text)
                    .forEach((name, value) -> parts.add(JsonText.quote(name) + ":" + putTogether(value)));
            return "{" + String.join(",", parts) + "}";
        }
        String string = CanonicalText.stringOrNull(text);
        return string == null ? text : JsonText.quote(string);
    }

    private static void assertSorted(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        assertThat(names).isSortedAccordingTo(CodePoints.ORDER);
        node.forEach(CanonicalTextPropertyTest::assertSorted);
    }
}
