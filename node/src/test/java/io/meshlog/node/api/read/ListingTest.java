package io.meshlog.node.api.read;

import static io.meshlog.node.api.write.AppendTest.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.cursor.Cursor;
import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.http.ApiConfig;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §6: filters, orders, and cursors that never skip. */
class ListingTest {
    private static final String EVENTS = "/logstream/events";

    private RunningApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private JsonNode list(String query) {
        Reply reply = api.get(EVENTS + query);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }

    private static List<String> ids(JsonNode page) {
        return page.at("/events").findValuesAsText("id");
    }

    private static String cursor(JsonNode page) {
        return page.at("/cursor").asText();
    }

    private List<String> append(int count, String fields) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(api.append(fields));
        }
        return ids;
    }

    /** Follows the cursor while there is more. */
    private List<String> all(String query) {
        List<String> ids = new ArrayList<>();
        JsonNode page = list("?" + query);
        String again = query.replaceFirst("&?cursor=.*", "");
        ids.addAll(ids(page));
        while (page.at("/more").asBoolean()) {
            page = list("?" + again + "&cursor=" + cursor(page));
            ids.addAll(ids(page));
        }
        return ids;
    }

    @Test
    void anEmptyLogListsNothingAndStillGivesACursorToFollowFrom() {
        JsonNode page = list("");
        assertThat(page.at("/count").asInt()).isZero();
        assertThat(page.at("/limit").asInt()).isEqualTo(50);
        assertThat(page.at("/more").asBoolean()).isFalse();
        String id = api.append("");
        assertThat(ids(list("?cursor=" + cursor(page)))).containsExactly(id);
    }

    @Test
    void pagesFollowEachOtherWithoutSkippingOrRepeating() {
        List<String> appended = append(7, "");
        assertThat(all("limit=3")).isEqualTo(appended);
        assertThat(all("limit=1")).isEqualTo(appended);
        assertThat(all("limit=7")).isEqualTo(appended);
    }

    /**
     * Case R02: fifty events, every tenth to X; the listing to X is followed two by two while one more arrives between
     * two pages. All of them come, once. Where nothing matches, the empty page still moves the cursor.
     */
    @Test
    @Tag("case-R02")
    void aFilteredListingCoversOnlyWhatItExamined() {
        List<String> toX = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            String id = api.append(i % 10 == 0 ? "\"to_agent\":\"X\"" : "");
            if (i % 10 == 0) {
                toX.add(id);
            }
        }
        JsonNode page = list("?to_agent=X&limit=2");
        List<String> got = new ArrayList<>(ids(page));
        toX.add(api.append("\"to_agent\":\"X\""));
        while (page.at("/more").asBoolean()) {
            page = list("?to_agent=X&limit=2&cursor=" + cursor(page));
            got.addAll(ids(page));
        }
        assertThat(got).isEqualTo(toX);

        String before = cursor(list("?topic=none"));
        append(3, "");
        JsonNode empty = list("?topic=none&cursor=" + before);
        assertThat(empty.at("/events")).isEmpty();
        assertThat(CursorCodec.read(cursor(empty)).position())
                .isGreaterThan(CursorCodec.read(before).position());
        assertThat(ids(list("?cursor=" + cursor(empty)))).isEmpty();
    }

    /**
     * Case R02, where nothing matches over a thousand events: the pages that are needed to see that, each further than the
     * one before, end at the tip. What was looked at is not looked at again, and only what is new matters next time.
     */
    @Test
    @Tag("case-R02")
    void aFilterThatMatchesNothingMovesItsCursorToTheTip() {
        String item = "{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a@x\",\"topic\":\"busy\"}";
        String batch = "{\"events\":[" + String.join(",", Collections.nCopies(1_000, item)) + "]}";
        String last = api.append("\"topic\":\"rare\"");
        Map<String, String> cursors = new TreeMap<>();
        for (String filter :
                List.of("topic=none", "topic=rare&type=note", "from_agent=a@x&topic=rare", "status=open")) {
            cursors.put(filter, cursor(list("?" + filter)));
        }
        assertThat(api.post(EVENTS + "/batch", batch).status()).isEqualTo(201);
        cursors.forEach((filter, cursor) -> {
            String again = atTheTip(filter, cursor);
            assertThat(position(again)).as(filter).isEqualTo(api.log.tipSeq());
            assertThat(list("?" + filter + "&cursor=" + again).at("/more").asBoolean())
                    .isFalse();
        });
        assertThat(all("topic=rare")).containsExactly(last);
    }

    /** Follows empty pages to their end. */
    private String atTheTip(String filter, String from) {
        String cursor = from;
        JsonNode page = list("?" + filter + "&cursor=" + cursor);
        while (page.at("/more").asBoolean()) {
            assertThat(page.at("/events")).isEmpty();
            assertThat(position(cursor(page))).isGreaterThan(position(cursor));
            cursor = cursor(page);
            page = list("?" + filter + "&cursor=" + cursor);
        }
        assertThat(page.at("/events")).isEmpty();
        return cursor(page);
    }

    private static long position(String cursor) {
        return Objects.requireNonNull(CursorCodec.read(cursor)).position();
    }

    @Test
    void newestFirstEndsWithACursorThatFollowsFromWhereItBegan() {
        List<String> appended = append(5, "");
        JsonNode page = list("?order=desc&limit=2");
        List<String> got = new ArrayList<>(ids(page));
        String late = api.append("");
        while (page.at("/more").asBoolean()) {
            page = list("?order=desc&limit=2&cursor=" + cursor(page));
            got.addAll(ids(page));
        }
        List<String> newestFirst = new ArrayList<>(appended);
        Collections.reverse(newestFirst);
        assertThat(got).isEqualTo(newestFirst);
        assertThat(ids(list("?cursor=" + cursor(page)))).containsExactly(late);
    }

    @Test
    void aFollowingCursorLimitsOtherOrdersToWhatIsNew() {
        append(3, "");
        String cursor = cursor(list(""));
        List<String> late = append(3, "");
        Collections.reverse(late);
        assertThat(all("order=desc&limit=2&cursor=" + cursor)).isEqualTo(late);
        Collections.reverse(late);
        assertThat(all("order=hlc&limit=2&cursor=" + cursor)).isEqualTo(late);
        JsonNode nothing = list("?order=desc&cursor=" + cursor(list("")));
        assertThat(nothing.at("/events")).isEmpty();
        assertThat(nothing.at("/more").asBoolean()).isFalse();
    }

    @Test
    void mergeOrderIsByStampWhateverTheArrival() throws Exception {
        List<String> here = append(3, "");
        List<String> events = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            events.add(
                    "{\"id\":\"old" + i + "\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\","
                            + "\"created_at\":\"2023-11-14T22:13:20Z\",\"origin_replica\":\"rep_aaaaaaaaaaaa\",\"origin_seq\":"
                            + i
                            + ",\"hlc\":\"170000000000" + (9 - i) + "-000000-rep_aaaaaaaaaaaa\"}");
        }
        api.reference.pulled("rep_aaaaaaaaaaaa", events);
        List<String> merged = new ArrayList<>(List.of("old4", "old3", "old2", "old1"));
        merged.addAll(here);
        assertThat(all("order=hlc&limit=2")).isEqualTo(merged);
        assertThat(all("order=hlc&limit=500")).isEqualTo(merged);
        JsonNode page = list("?order=hlc&limit=2");
        String late = api.append("");
        List<String> got = new ArrayList<>(ids(page));
        while (page.at("/more").asBoolean()) {
            page = list("?limit=2&cursor=" + cursor(page));
            got.addAll(ids(page));
        }
        assertThat(got).isEqualTo(merged);
        assertThat(ids(list("?cursor=" + cursor(page)))).containsExactly(late);
    }

    /** Delivery is by arrival and display by stamp, on purpose: a reader who followed by stamp would miss this one. */
    @Test
    void whoFollowsIsToldWhatArrivesLateThoughItIsOlder() throws Exception {
        String here = api.append("");
        JsonNode page = list("");
        api.reference.pulled("rep_aaaaaaaaaaaa", List.of(told("rep_aaaaaaaaaaaa", "1700000000001", "older")));
        assertThat(ids(list("?cursor=" + cursor(page)))).containsExactly("shared");
        assertThat(ids(list("?since_event_id=" + here))).containsExactly("shared");
        assertThat(ids(list("?order=hlc"))).containsExactly("shared", here);
    }

    @Test
    void aCursorOfOneOrderDoesNotGoOnInAnother() {
        append(3, "");
        String cursor = cursor(list("?order=desc&limit=1"));
        assertProblem(api.get(EVENTS + "?order=asc&cursor=" + cursor), 400, "invalid-cursor");
        assertProblem(api.get(EVENTS + "?order=hlc&cursor=" + cursor), 400, "invalid-cursor");
    }

    @Test
    void filtersTakeSeveralValuesAndAllMustHold() {
        String a = api.append("\"topic\":\"t1\",\"status\":\"open\"");
        String b = api.append("\"topic\":\"t2\",\"status\":\"open\"");
        String c = api.append("\"topic\":\"t3\",\"status\":\"applied\",\"correlation_id\":\"c\"");
        assertThat(ids(list("?topic=t1&topic=t2"))).containsExactly(a, b);
        assertThat(ids(list("?topic=t1&topic=t3&status=applied"))).containsExactly(c);
        assertThat(ids(list("?correlation_id=c&stream=s&room=r&type=note&from_agent=a%40x")))
                .containsExactly(c);
        assertThat(ids(list("?exclude_from_agent=a%40x"))).isEmpty();
        assertThat(ids(list("?exclude_from_agent=b&exclude_from_agent=c"))).hasSize(3);
    }

    @Test
    void anAgentsListingHoldsWhatIsForEveryone() {
        String direct = api.append("\"to_agent\":\"b\"");
        String all = api.append("\"to_agent\":\"*\"");
        api.append("\"to_agent\":\"c\"");
        assertThat(ids(list("?to_agent=b"))).containsExactly(direct, all);
    }

    @Test
    void sinceAnEventIsAPositionHere() {
        List<String> appended = append(4, "");
        assertThat(ids(list("?since_event_id=" + appended.get(1)))).isEqualTo(appended.subList(2, 4));
        assertThat(ids(list("?order=desc&since_event_id=" + appended.get(2)))).isEqualTo(appended.subList(3, 4));
        Reply unknown = api.get(EVENTS + "?since_event_id=evt_nowhere");
        assertProblem(unknown, 404, "unknown-event");
        assertThat(unknown.json().at("/field").asText()).isEqualTo("since_event_id");
    }

    @Test
    void sinceATimeIsInclusive() {
        String id = api.append("");
        String at = api.get(EVENTS + "/" + id).json().at("/event/created_at").asText();
        assertThat(ids(list("?since_created_at=" + at))).containsExactly(id);
        assertThat(ids(list("?since_created_at=2999-01-01T00:00:00Z"))).isEmpty();
    }

    @Test
    void aPreviewCutsBodiesByCodePointsAndSaysSo() {
        String rockets = "🚀".repeat(201);
        String id = api.append("\"body\":\"" + rockets + "\"");
        JsonNode event = list("?preview=true").at("/events/0");
        assertThat(event.at("/body").asText()).isEqualTo("🚀".repeat(200));
        assertThat(event.at("/body_truncated").asBoolean()).isTrue();
        assertThat(event.at("/body_length").asInt()).isEqualTo(201);
        assertThat(list("").at("/events/0/body").asText()).isEqualTo(rockets);
        assertThat(list("").at("/events/0").has("body_truncated")).isFalse();
        assertThat(api.get(EVENTS + "/" + id + "?preview=true")
                        .json()
                        .at("/event/body_truncated")
                        .asBoolean())
                .isTrue();
        String exact = api.append("\"body\":\"" + "x".repeat(200) + "\"");
        assertThat(api.get(EVENTS + "/" + exact + "?preview=true").json().at("/event/body_truncated"))
                .hasToString("false");
    }

    @Test
    void aLimitAbove500AnswersWith500AndSaysSo() {
        api.append("");
        assertThat(list("?limit=500").at("/limit").asInt()).isEqualTo(500);
        assertThat(list("?limit=501").at("/limit").asInt()).isEqualTo(500);
        assertThat(list("?limit=99999999999999999999").at("/limit").asInt()).isEqualTo(500);
    }

    @Test
    void aCursorOfAnotherReplicaOrOfALongerLogIsUnknown() {
        api.append("");
        String other = CursorCodec.write(Cursor.local("rep_00000000000000000000", "", 0));
        assertProblem(api.get(EVENTS + "?cursor=" + other), 404, "unknown-cursor");
        String boot = Objects.requireNonNull(CursorCodec.read(cursor(list("")))).boot();
        String ahead = CursorCodec.write(Cursor.local(api.self(), boot, 1_000));
        assertProblem(api.get(EVENTS + "?cursor=" + ahead), 404, "unknown-cursor");
    }

    private static String told(String hub, String hlc, String body) {
        return "{\"id\":\"shared\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"a\",\"body\":\""
                + body + "\",\"created_at\":\"2023-11-14T22:13:20Z\",\"origin_replica\":\"" + hub
                + "\",\"origin_seq\":1,\"hlc\":\"" + hlc + "-000000-" + hub + "\"}";
    }

    /** Spec §5.3: two ops carry the event; the one that is first in merge order comes second. */
    @Test
    void aRevisedEventIsListedOnceAtItsNewPlaceAndMarked() throws Exception {
        api.reference.pulled("rep_aaaaaaaaaaaa", List.of(told("rep_aaaaaaaaaaaa", "1700000000009", "later")));
        String other = api.append("");
        JsonNode first = list("");
        assertThat(ids(first)).containsExactly("shared", other);
        assertThat(first.at("/events/0/local/revised").asBoolean()).isFalse();
        api.reference.pulled("rep_bbbbbbbbbbbb", List.of(told("rep_bbbbbbbbbbbb", "1700000000001", "earlier")));
        JsonNode again = list("?cursor=" + cursor(first));
        assertThat(ids(again)).containsExactly("shared");
        assertThat(again.at("/events/0/body").asText()).isEqualTo("earlier");
        assertThat(again.at("/events/0/local/revised").asBoolean()).isTrue();
        assertThat(again.at("/events/0/local/conflict").asBoolean()).isTrue();
        assertThat(ids(list(""))).containsExactly(other, "shared");
        assertThat(all("order=hlc&limit=1")).containsExactly("shared", other);
    }

    @Test
    void beforeAnEventIsAPositionHereInEveryOrder() {
        List<String> appended = append(5, "");
        String before = "before_event_id=" + appended.get(3);
        assertThat(all(before + "&limit=2")).isEqualTo(appended.subList(0, 3));
        List<String> newestFirst = new ArrayList<>(appended.subList(0, 3));
        Collections.reverse(newestFirst);
        assertThat(all(before + "&order=desc&limit=2")).isEqualTo(newestFirst);
        assertThat(all(before + "&order=hlc&limit=2")).isEqualTo(appended.subList(0, 3));
        assertThat(all(before + "&since_event_id=" + appended.get(1))).containsExactly(appended.get(2));
        // What was kept out was not examined: the cursor does not pass it.
        for (String order : new String[] {"asc", "desc", "hlc"}) {
            JsonNode page = list("?" + before + "&order=" + order);
            assertThat(ids(list("?cursor=" + cursor(page)))).as(order).isEqualTo(appended.subList(3, 5));
        }
        assertProblem(api.get(EVENTS + "?before_event_id=evt_nowhere"), 404, "unknown-event");
        assertProblem(api.get(EVENTS + "?before_event_id="), 400, "invalid");
    }

    @Test
    void aParameterThatIsInvalidIsRefusedAloneOrAmongOthers() {
        for (String bad : new String[] {
            "type=A",
            "type=a&type=A",
            "status=new",
            "status=open&status=new",
            "stream=",
            "stream=s&stream=%00",
            "on_unknown=skip",
            "timeout_ms=-1",
            "order=up",
            "limit=0",
            "preview=2",
            "since_created_at=now",
            "since=x"
        }) {
            Reply reply = api.get(EVENTS + "?" + bad);
            assertProblem(reply, 400, "invalid");
            assertThat(reply.json().at("/field").asText()).as(bad).isEqualTo(bad.substring(0, bad.indexOf('=')));
        }
    }

    @Test
    void aLongListingMayBeAskedForOfANodeThatOnlyReads(@TempDir Path directory) {
        try (RunningApi reading = RunningApi.start(
                directory,
                config ->
                        new ApiConfig(config.host(), 0, null, List.of(), true, 1 << 20, ApiConfig.Patience.DEFAULT))) {
            byte[] form = "stream=s&limit=3".getBytes(java.nio.charset.StandardCharsets.UTF_8);
            Reply listed = reading.postRaw(EVENTS, form, "Content-Type", "application/x-www-form-urlencoded");
            assertThat(listed.status()).isEqualTo(200);
            assertThat(listed.json().at("/limit").asInt()).isEqualTo(3);
            assertProblem(reading.post(EVENTS, "{}"), 403, "read-only");
        }
    }

    @Test
    void aPageIsBoundedByBytesToo(@TempDir Path directory) {
        try (RunningApi small = RunningApi.start(
                directory,
                config -> new ApiConfig(config.host(), 0, null, List.of(), false, 5_000, ApiConfig.Patience.DEFAULT))) {
            for (int i = 0; i < 5; i++) {
                small.append("\"body\":\"" + "x".repeat(2_000) + "\"");
            }
            JsonNode page = small.get(EVENTS).json();
            assertThat(page.at("/count").asInt()).isLessThan(5).isPositive();
            assertThat(page.at("/more").asBoolean()).isTrue();
        }
    }

    @Test
    void aLongListingIsCompressedOnlyForThoseWhoAsk() throws Exception {
        api.append("\"body\":\"" + "x".repeat(5_000) + "\"");
        Reply plain = api.get(EVENTS);
        assertThat(plain.header("content-encoding")).isNull();
        Reply packed = api.get(EVENTS, "Accept-Encoding", "br, gzip;q=0.5");
        assertThat(packed.header("content-encoding")).isEqualTo("gzip");
        assertThat(packed.header("vary")).isEqualTo("Accept-Encoding");
        byte[] unpacked = new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes();
        assertThat(ids(RunningApi.JSON.readTree(unpacked))).isEqualTo(ids(plain.json()));
        assertThat(api.get(EVENTS, "Accept-Encoding", "gzip;q=0, deflate").header("content-encoding"))
                .isNull();
        assertThat(api.get(EVENTS, "Accept-Encoding", "identity").header("content-encoding"))
                .isNull();
    }
}
