package io.meshlog.node.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.node.api.problem.Refused;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries as they came, decoded exactly or not at all. */
class QueryParamsTest {
    @Test
    void valuesAreDecodedAsFormsWriteThem() {
        QueryParams query = QueryParams.parse("a=1&b=x+y&a=%C3%A9%2B&&c&d=&e==");
        assertThat(query.all("a")).containsExactly("1", "é+");
        assertThat(query.all("b")).containsExactly("x y");
        assertThat(query.one("c")).isEmpty();
        assertThat(query.one("d")).isEmpty();
        assertThat(query.one("e")).isEqualTo("=");
        assertThat(query.one("f")).isNull();
        assertThat(QueryParams.parse(null).all("a")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=%", "a=%4", "a=%zz", "a=%ff", "a=%c3", "a=%ed%a0%80", "%=1", "a=é"})
    void whatIsNoPercentEncodedUtf8IsRefused(String query) {
        assertThatThrownBy(() -> QueryParams.parse(query)).isInstanceOf(Refused.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "00012, 12", "-0, 0", "%2B7, 7", "99999999999999999999, 9223372036854775807"})
    void wholeNumbersAreRead(String text, long value) {
        assertThat(QueryParams.parse("n=" + text).whole("n", 5, 0)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1.0", "1e3", "0x1", "一", " 1", "-99999999999999999999"})
    void whatIsNoWholeNumberFromTheLeastOnIsRefused(String text) {
        QueryParams query = QueryParams.parse("n=" + PercentText.encode(text));
        assertThatThrownBy(() -> query.whole("n", 5, 0)).isInstanceOf(Refused.class);
    }

    @Test
    void aMissingNumberIsTheDefault() {
        assertThat(QueryParams.parse("").whole("n", 5, 1)).isEqualTo(5);
    }

    @Test
    void everyTextSurvivesItsEncoding() {
        for (String text : List.of("", "a/b?c=d&e", "é 漢🚀", "%", "+", "~-._", "\u0000\u007f")) {
            assertThat(PercentText.decode(PercentText.encode(text), false)).isEqualTo(text);
            assertThat(PercentText.decode(PercentText.encode(text), true)).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "gzip, true",
        "'br, gzip', true",
        "GZIP, true",
        "gzip;q=0.1, true",
        "'gzip; q=0', false",
        "gzip;q=0.000, false",
        "*, false",
        "identity, false",
        "'', false",
        "gzipped, false"
    })
    void gzipIsGivenToThoseWhoNameIt(String header, boolean isAsked) {
        assertThat(Sender.asksForGzip(List.of(header))).isEqualTo(isAsked);
    }
}
