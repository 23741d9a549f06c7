package io.meshlog.node.api.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.meshlog.node.api.RawConnection;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.cursor.Cursor;
import io.meshlog.node.api.cursor.CursorCodec;
import io.meshlog.node.api.follow.StreamReader.Message;
import io.meshlog.node.api.http.ApiConfig;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec §6, server-sent events. */
class StreamTest {
    private static final String STREAM = "/logstream/stream";

    private Path directory;
    private RunningApi api;

    @BeforeEach
    void start(@TempDir Path temporary) {
        directory = temporary;
        api = RunningApi.start(temporary.resolve("a"));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private StreamReader open(String query) {
        return open(query, null);
    }

    private StreamReader open(String query, @Nullable String lastEventId) {
        return new StreamReader(api.port, STREAM + query, lastEventId);
    }

    private StreamReader followed(String query, @Nullable String lastEventId) {
        int before = api.followers();
        StreamReader reader = open(query, lastEventId);
        await().until(() -> api.followers() == before + 1);
        return reader;
    }

    private static String id(Message message) {
        try {
            return RunningApi.JSON.readTree(message.data()).at("/id").asText();
        } catch (JsonProcessingException e) {
            throw new AssertionError(message.data(), e);
        }
    }

    private static List<String> ids(List<Message> messages) {
        return messages.stream().map(StreamTest::id).toList();
    }

    private List<String> append(int count, String fields) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(api.append(fields));
        }
        return ids;
    }

    private String tip() {
        return api.get("/logstream/events?cursor=tip").json().at("/cursor").asText();
    }

    @Test
    void itBeginsAtTheTipAndTellsWhatArrives() throws Exception {
        append(3, "");
        try (StreamReader reader = followed("", null)) {
            assertThat(reader.status).isEqualTo(200);
            assertThat(reader.headers.get("content-type")).containsExactly("text/event-stream");
            assertThat(reader.headers.get("x-accel-buffering")).containsExactly("no");
            assertThat(reader.headers.get("cache-control")).containsExactly("no-store, no-transform");
            assertThat(reader.headers).doesNotContainKey("content-encoding");
            String id = api.append("\"body\":\"one\\nline\\r\\u2028\"");
            Message message = reader.next();
            assertThat(message.type()).isEqualTo("logstream");
            assertThat(message.lastId()).isEqualTo(id);
            assertThat(RunningApi.JSON.readTree(message.data()))
                    .isEqualTo(api.get("/logstream/events/" + id).json().at("/event"));
            assertThat(reader.retryMillis()).isPositive();
        }
        await().until(() -> api.followers() == 0);
    }

    @Test
    void whoIsCutOffBeforeItsFirstEventCanGoOn() throws Exception {
        append(2, "");
        String first;
        try (StreamReader reader = followed("", null)) {
            await().until(() -> !reader.lastId().isEmpty());
            first = reader.lastId();
            assertThat(reader.messages).isEmpty();
        }
        List<String> missed = append(3, "");
        try (StreamReader reader = open("", first)) {
            assertThat(ids(reader.next(3))).isEqualTo(missed);
        }
    }

    @Test
    void whereItGoesOnIsSaidByTheLastIdThenTheCursorThenTheEvent() throws Exception {
        List<String> all = append(4, "");
        String tip = tip();
        String since = "since_event_id=" + all.get(0);
        try (StreamReader reader = open("?" + since)) {
            assertThat(ids(reader.next(3))).isEqualTo(all.subList(1, 4));
        }
        String afterTwo =
                api.get("/logstream/events?limit=2").json().at("/cursor").asText();
        try (StreamReader reader = open("?" + since + "&cursor=" + afterTwo)) {
            assertThat(ids(reader.next(2))).isEqualTo(all.subList(2, 4));
        }
        try (StreamReader reader = open("?" + since + "&cursor=" + afterTwo, all.get(2))) {
            assertThat(ids(reader.next(1))).isEqualTo(all.subList(3, 4));
        }
        try (StreamReader reader = open("?cursor=" + tip, afterTwo)) {
            assertThat(ids(reader.next(2))).isEqualTo(all.subList(2, 4));
        }
    }

    @Test
    void filtersHoldForWhatIsReadAndForWhatArrives() throws Exception {
        String before = api.append("\"to_agent\":\"x\",\"status\":\"open\"");
        api.append("\"to_agent\":\"x\"");
        String origin = api.get("/logstream/events?limit=1&stream=none")
                .json()
                .at("/cursor")
                .asText();
        assertThat(CursorCodec.read(origin)).isNotNull();
        try (StreamReader reader =
                open("?to_agent=x&status=open&status=claimed&cursor=" + cursorOfNothing() + "&preview=true")) {
            assertThat(id(reader.next())).isEqualTo(before);
            await().until(() -> api.followers() == 1);
            api.append("\"to_agent\":\"y\",\"status\":\"open\"");
            String all = api.append("\"to_agent\":\"*\",\"status\":\"claimed\",\"body\":\"" + "b".repeat(300) + "\"");
            Message message = reader.next();
            assertThat(id(message)).isEqualTo(all);
            assertThat(RunningApi.JSON
                            .readTree(message.data())
                            .at("/body_length")
                            .asInt())
                    .isEqualTo(300);
        }
    }

    /** As an empty log gave it. */
    private String cursorOfNothing() {
        return CursorCodec.write(Cursor.local(api.self(), api.store.reader().boot(), 0));
    }

    @Test
    void aQuietStreamIsKeptAlive() throws Exception {
        try (RunningApi quiet = RunningApi.start(directory.resolve("q"), c -> with(c, 10, 20));
                StreamReader reader = new StreamReader(quiet.port, STREAM, null)) {
            assertThat(reader.comments.poll(30, TimeUnit.SECONDS)).isEqualTo("ping");
            assertThat(reader.comments.poll(30, TimeUnit.SECONDS)).isEqualTo("ping");
            assertThat(reader.messages).isEmpty();
        }
    }

    private static ApiConfig with(ApiConfig c, int streamsMax, long pingMillis) {
        return new ApiConfig(
                c.host(),
                0,
                null,
                List.of(),
                false,
                c.pageBytes(),
                c.patience(),
                new ApiConfig.Followers(10, streamsMax, pingMillis));
    }

    @Test
    void whatIsWrongIsSaidBeforeTheStreamOpens() {
        for (String bad : List.of("order=hlc", "ids=both", "status=done", "limit=3", "cursor=c1.x", "nonsense=1")) {
            try (StreamReader reader = open("?" + bad)) {
                assertThat(reader.status).as(bad).isEqualTo(400);
                assertThat(reader.text()).as(bad).contains(bad.substring(0, bad.indexOf('=')));
            }
        }
        try (StreamReader reader = open("", "evt_nowhere")) {
            assertThat(reader.status).isEqualTo(404);
            assertThat(reader.text()).contains("unknown-event").contains("\"field\":\"Last-Event-ID\"");
        }
        try (StreamReader reader = open("?cursor=tip", "c1.x")) {
            assertThat(reader.status).isEqualTo(400);
            assertThat(reader.text()).contains("invalid-cursor").contains("\"field\":\"Last-Event-ID\"");
        }
        assertThat(api.post(STREAM, "{}").status()).isEqualTo(405);
        assertThat(api.send("HEAD", STREAM, java.net.http.HttpRequest.BodyPublishers.noBody())
                        .status())
                .isEqualTo(200);
        assertThat(api.followers()).isZero();
    }

    @Test
    void aCursorOfWhatIsNotHereIsRefusedBeforeTheStreamOpens() throws Exception {
        try (RunningApi other = RunningApi.start(directory.resolve("b"))) {
            other.append("");
            await().until(() -> other.signedSeq() == 1);
            String ahead = other.get("/logstream/events").json().at("/cursor").asText();
            try (StreamReader reader = open("", ahead)) {
                assertThat(reader.status).isEqualTo(404);
                assertThat(reader.text()).contains("unknown-cursor");
            }
            List<String> here = append(2, "");
            try (StreamReader reader = open("?on_unknown=resume", ahead)) {
                assertThat(ids(reader.next(2))).isEqualTo(here);
            }
        }
    }

    @Test
    void moreStreamsThanMayBeOpenAreToldToComeAgain() throws Exception {
        try (RunningApi small = RunningApi.start(directory.resolve("s"), c -> with(c, 1, 20))) {
            try (StreamReader first = new StreamReader(small.port, STREAM, null);
                    StreamReader second = new StreamReader(small.port, STREAM, null)) {
                assertThat(first.status).isEqualTo(200);
                assertThat(second.status).isEqualTo(503);
                assertThat(second.headers).containsKey("retry-after");
            }
            await().until(() -> {
                try (StreamReader third = new StreamReader(small.port, STREAM, null)) {
                    return third.status == 200;
                }
            });
        }
    }

    /** An id that would end its line, or lose its ends on the way, is not sent: a cursor stands for it. */
    @Test
    void anIdThatIsNoLineIsNotSentAsOne() throws Exception {
        api.reference.pulled(
                "rep_aaaaaaaaaaaa",
                List.of(
                        told(1, "evt\\nid: forged\\n\\ndata: {}"),
                        told(2, " evt_spaces "),
                        told(3, "evt_\\u00e9"),
                        told(4, "c1.like-a-cursor")));
        List<String> lastIds = new ArrayList<>();
        try (StreamReader reader = open("?cursor=" + cursorOfNothing())) {
            List<Message> messages = reader.next(4);
            assertThat(ids(messages))
                    .containsExactly("evt\nid: forged\n\ndata: {}", " evt_spaces ", "evt_é", "c1.like-a-cursor");
            messages.forEach(message -> lastIds.add(message.lastId()));
        }
        assertThat(lastIds.get(0)).startsWith("c1.");
        assertThat(lastIds.get(1)).startsWith("c1.");
        assertThat(lastIds.get(2)).isEqualTo("evt_é");
        try (StreamReader reader = open("", lastIds.get(0))) {
            assertThat(ids(reader.next(2))).containsExactly(" evt_spaces ", "evt_é");
        }
        try (StreamReader reader = open("", lastIds.get(3))) {
            String later = api.append("");
            assertThat(id(reader.next())).isEqualTo(later);
        }
    }

    private static String told(long seq, String id) {
        return "{\"id\":\"" + id + "\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"far@hub\","
                + "\"body\":\"\",\"metadata\":{},\"artifact_ids\":[],\"created_at\":\"2026-01-01T00:00:00Z\","
                + "\"origin_replica\":\"rep_aaaaaaaaaaaa\",\"origin_seq\":" + seq
                + ",\"hlc\":\"1700000000000-00000" + seq + "-rep_aaaaaaaaaaaa\"}";
    }

    /** The id that its reader shows is that of an event which moved on since: what came between is not lost. */
    @Test
    void whoGoesOnFromAnEventThatWasRevisedSinceMissesNothing() throws Exception {
        String earlier = "rep_bbbbbbbbbbbb";
        api.reference.pulled("rep_aaaaaaaaaaaa", List.of(told(2, "evt_moves")));
        List<String> between = append(2, "");
        api.reference.pulled(
                earlier,
                List.of(told(1, "evt_moves")
                        .replace("rep_aaaaaaaaaaaa", earlier)
                        .replace("\"body\":\"\"", "\"body\":\"other\"")));
        assertThat(api.get("/logstream/events/evt_moves")
                        .json()
                        .at("/event/local/revised")
                        .asBoolean())
                .isTrue();
        String last;
        try (StreamReader reader = open("", "evt_moves")) {
            List<Message> messages = reader.next(3);
            assertThat(ids(messages)).containsExactly(between.get(0), between.get(1), "evt_moves");
            // Its own id would lead back to where it was shown first.
            last = messages.get(2).lastId();
        }
        try (StreamReader reader = open("", last)) {
            String later = api.append("");
            assertThat(id(reader.next())).isEqualTo(later);
        }
    }

    /** Case S02, its kind: at the seam of what is read and what arrives nothing is lost and nothing comes twice. */
    @ParameterizedTest
    @ValueSource(strings = {"event", "cursor"})
    @Tag("case-S02")
    void readersThatAreCutOffAgainAndAgainGetEverythingOnce(String ids) throws Exception {
        int count = 400;
        String begin = cursorOfNothing();
        CompletableFuture<List<String>> writing = CompletableFuture.supplyAsync(() -> append(count, ""));
        List<String> got = new ArrayList<>();
        String last = begin;
        for (int cut = 1; got.size() < count; cut++) {
            try (StreamReader reader = open("?ids=" + ids, last)) {
                assertThat(reader.status).isEqualTo(200);
                for (int i = 0; i < 1 + cut * 7 % 40 && got.size() < count; i++) {
                    Message message = reader.next();
                    got.add(id(message));
                    last = message.lastId();
                }
            }
        }
        assertThat(got).isEqualTo(writing.get(60, TimeUnit.SECONDS));
        if (ids.equals("cursor")) {
            assertThat(CursorCodec.read(last).cover()).isNotNull();
        }
    }

    /** Case S07: it costs a page and what the socket holds, however much is written; then it gets all of it, once. */
    @Test
    @Tag("case-S07")
    void aReaderThatStopsReadingGoesOnFromTheStore() throws Exception {
        try (RawConnection slow = new RawConnection(api.port)) {
            slow.send("GET " + STREAM + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            await().until(() -> api.followers() == 1);
            List<String> written = append(400, "\"body\":\"" + "b".repeat(60_000) + "\"");
            // 24 MB: far more than what sockets hold. It follows no more, and is not read ahead for.
            await().until(() -> api.followers() == 0);
            try (StreamReader other = open("?since_event_id=" + written.get(0))) {
                assertThat(ids(other.next(399))).isEqualTo(written.subList(1, 400));
            }
            assertThat(slow.idsUntil(written.get(399))).isEqualTo(written);
        }
    }

    @Test
    void namesInFiltersAreDecodedLikeEverywhere() throws Exception {
        String name = "agent ü+&=@x";
        try (StreamReader reader = followed("?to_agent=" + URLEncoder.encode(name, StandardCharsets.UTF_8), null)) {
            String id = api.append("\"to_agent\":\"" + name + "\"");
            assertThat(id(reader.next())).isEqualTo(id);
        }
    }
}
