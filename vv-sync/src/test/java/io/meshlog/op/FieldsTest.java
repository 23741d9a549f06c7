package io.meshlog.op;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class FieldsTest {
    private static final Map<String, String> SOME = new LinkedHashMap<>();

    static {
        SOME.put("\uD800\uDC00", "1");
        SOME.put("\uE000", "[]");
        SOME.put("b", "null");
        SOME.put("a", "\"\"");
        SOME.put("c", "{}");
        SOME.put("d", "0");
        SOME.put("e", "false");
    }

    @Test
    void fieldsStandInCodePointOrder() {
        List<String> names = new ArrayList<>();
        Fields.of(SOME).forEach((name, value) -> names.add(name));
        assertThat(names).containsExactly("a", "b", "c", "d", "e", "\uE000", "\uD800\uDC00");
    }

    @Test
    void emptyIsWhatCanonicalBytesLeaveOut() {
        Fields fields = Fields.of(SOME);
        assertThat(fields.nonEmpty()).isEqualTo(3);
        Fields bare = fields.with("a", null).with("b", null).with("c", null).with("\uE000", null);
        assertThat(bare.size()).isEqualTo(3);
        assertThat(Canonical.bytes(bare)).isEqualTo(Canonical.bytes(fields));
        for (String value : List.of("0", "false", "\" \"", "[null]", "{\"\":null}")) {
            assertThat(Fields.isEmpty(value)).as(value).isFalse();
        }
    }

    @Test
    void withSetsAddsAndTakesAway() {
        Fields fields = Fields.of(SOME);
        assertThat(fields.with("aa", "7").get("aa")).isEqualTo("7");
        assertThat(fields.with("a", "7").get("a")).isEqualTo("7");
        assertThat(fields.with("none", null)).isSameAs(fields);
        assertThat(fields.with("\uD800\uDC00", null).with("\uD800\uDC00", "1")).isEqualTo(fields);
        assertThat(fields.get("a")).isEqualTo("\"\"");
    }

    @Test
    void payloadsLeaveOutAddressStampAndProvenance() {
        Fields fields = Fields.of(SOME);
        for (String name : List.of("origin_replica", "origin_seq", "hlc", "created_at", "asserted_by", "artifacts")) {
            assertThat(Canonical.payload(fields.with(name, "\"x\""))).isEqualTo(Canonical.payload(fields));
        }
        assertThat(Canonical.payload(fields.with("body", "\"x\""))).isNotEqualTo(Canonical.payload(fields));
    }
}
