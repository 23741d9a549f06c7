package io.meshlog.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No text from the log steers a terminal (spec §11; the log's names and bodies are anybody's). */
class VisiblePropertyTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<Integer> TURNS =
            Set.of(0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069);

    @Provide
    Arbitrary<String> hostile() {
        return Arbitraries.strings()
                .withCharRange('\0', '\u00ff')
                .withCharRange('\u0600', '\u0620')
                .withCharRange('\u2000', '\u2070')
                .withCharRange('\ud7f0', '\ue010')
                .all()
                .ofMaxLength(80);
    }

    private static boolean steers(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.CONTROL
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.SURROGATE
                || TURNS.contains(codePoint);
    }

    @Property
    void nothingThatSteersIsLeft(@ForAll("hostile") String text) {
        assertThat(Visible.text(text).codePoints().filter(VisiblePropertyTest::steers))
                .isEmpty();
    }

    @Property
    void whatSteersNothingStaysAsItIs(@ForAll("hostile") String text) {
        String harmless = text.codePoints()
                .filter(c -> !steers(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        assertThat(Visible.text(harmless)).isEqualTo(harmless);
    }

    @Property
    void jsonKeepsItsValueOnOneLine(@ForAll("hostile") String text) throws IOException {
        String document = JSON.writerWithDefaultPrettyPrinter()
                .writeValueAsString(JSON.createObjectNode().set("text", new TextNode(text)));
        String line = Visible.json(document);
        assertThat(line.codePoints().filter(VisiblePropertyTest::steers)).isEmpty();
        assertThat(JSON.readTree(line).get("text").textValue()).isEqualTo(text);
    }

    @Example
    void emojiAndJoinersAreNoHarm() {
        String family = "👩‍👩‍👧 שלום";
        assertThat(Visible.text(family)).isEqualTo(family);
    }
}
