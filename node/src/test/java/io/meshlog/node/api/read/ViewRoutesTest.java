package io.meshlog.node.api.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.write.AppendTest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §6: mailbox, threads, agents and conflicts over HTTP. */
class ViewRoutesTest {
    private static final String MAILBOX = "/logstream/mailbox?agent=bob@b";

    private RunningApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private JsonNode get(String path) {
        Reply reply = api.get(path);
        assertThat(reply.status()).as(reply.text()).isEqualTo(200);
        return reply.json();
    }

    private String append(String from, String members) {
        Reply reply = api.post(
                "/logstream/events",
                "{\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"" + from + "\"," + members + "}");
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        return reply.json().at("/event/id").asText();
    }

    private String ask(String members) {
        return append("ann@a", "\"to_agent\":\"bob@b\",\"status\":\"open\"" + members);
    }

    private static void assertProblem(Reply reply, int status, String slug, String field) {
        AppendTest.assertProblem(reply, status, slug);
        assertThat(reply.json().at("/field").asText()).isEqualTo(field);
    }

    private static List<String> owed(JsonNode mailbox) {
        List<String> ids = new ArrayList<>();
        mailbox.at("/owed").forEach(item -> ids.add(item.at("/event/id").asText()));
        return ids;
    }

    @Test
    @Tag("case-Q01")
    void whatIsAskedIsOwedUntilItIsAnswered() {
        String ask = ask(",\"correlation_id\":\"c\",\"metadata\":{\"expires_at\":\"2020-01-01T00:00:00Z\"}");
        ask(",\"topic\":\"second\"");
        append("bob@b", "\"status\":\"claimed\",\"correlation_id\":\"c\"");
        JsonNode mailbox = get(MAILBOX);
        assertThat(mailbox.at("/agent").asText()).isEqualTo("bob@b");
        assertThat(owed(mailbox)).hasSize(2).startsWith(ask);
        JsonNode first = mailbox.at("/owed/0");
        assertThat(first.at("/expired").asBoolean()).isTrue();
        assertThat(first.at("/superseded").asBoolean()).isFalse();
        assertThat(first.at("/claimed_by").asText()).isEqualTo("bob@b");
        assertThat(mailbox.at("/owed/1/claimed_by").isNull()).isTrue();
        assertThat(mailbox.at("/news").isNull()).isTrue();
        append("bob@b", "\"status\":\"applied\",\"correlation_id\":\"c\"");
        assertThat(owed(get(MAILBOX))).hasSize(1).doesNotContain(ask);
    }

    /** Three asks that differ in nothing but their recipient. */
    @Test
    void ofAnAskToOneToAllAndToNobodyOnlyTheFirstIsOwed() {
        String toOne = append("ann@a", "\"to_agent\":\"bob@b\",\"status\":\"open\"");
        String toAll = append("ann@a", "\"to_agent\":\"*\",\"status\":\"open\"");
        String toNobody = append("ann@a", "\"status\":\"open\"");
        assertThat(owed(get(MAILBOX + "&news=true"))).containsExactly(toOne);
        assertThat(get(MAILBOX + "&news=true").at("/news/count").asInt()).isZero();
        assertThat(listed("?to_agent=bob@b")).containsExactly(toOne, toAll);
        assertThat(listed("?to_agent=*")).containsExactly(toAll);
        assertThat(listed("?status=open")).containsExactly(toOne, toAll, toNobody);
    }

    private List<String> listed(String query) {
        return get("/logstream/events" + query).at("/events").findValuesAsText("id");
    }

    /** A listing of what is open never shrinks; what is owed does. */
    @Test
    void whatIsOpenIsNotWhatIsOwed() {
        String ask = ask("");
        append("bob@b", "\"status\":\"applied\",\"correlation_id\":\"" + ask + "\"");
        assertThat(listed("?to_agent=bob@b&status=open")).containsExactly(ask);
        assertThat(owed(get(MAILBOX))).isEmpty();
    }

    @Test
    void lookingIntoAMailboxClearsNothing() {
        String ask = ask("");
        String news = append("ann@a", "\"to_agent\":\"bob@b\",\"body\":\"for your information\"");
        long tip = api.log.tipSeq();
        JsonNode first = get(MAILBOX + "&news=true");
        JsonNode again = get(MAILBOX + "&news=true");
        assertThat(owed(again)).containsExactly(ask);
        assertThat(again.at("/news/items").findValuesAsText("event_id")).containsExactly(news);
        assertThat(again).isEqualTo(first);
        assertThat(api.log.tipSeq()).isEqualTo(tip);
    }

    /** Else an acknowledgement would be owed an acknowledgement, and no thread would ever end. */
    @Test
    void anAnswerIsNewsForWhoAskedAndNeverOwed() {
        String ask = ask("");
        append("bob@b", "\"to_agent\":\"ann@a\",\"status\":\"claimed\",\"correlation_id\":\"" + ask + "\"");
        api.post("/logstream/events/" + ask + "/ack", "{\"from_agent\":\"bob@b\",\"status\":\"applied\"}");
        JsonNode ann = get("/logstream/mailbox?agent=ann@a&news=true");
        assertThat(owed(ann)).isEmpty();
        assertThat(ann.at("/news/items").findValuesAsText("status")).containsExactly("applied", "claimed");
        String done = ann.at("/news/items/0/event_id").asText();
        api.post("/logstream/events/" + done + "/ack", "{\"from_agent\":\"ann@a\",\"status\":\"applied\"}");
        assertThat(owed(get(MAILBOX))).isEmpty();
        assertThat(owed(get("/logstream/mailbox?agent=ann@a"))).isEmpty();
    }

    /** A busy stream does not carry an agent past what it was told in a quiet one. */
    @Test
    void newsBeginAfterTheAgentsOwnWordsInThatStream() {
        String quiet = append("ann@a", "\"to_agent\":\"bob@b\"");
        assertThat(api.post(
                                "/logstream/events",
                                "{\"type\":\"note\",\"stream\":\"busy\",\"room\":\"r\",\"from_agent\":\"bob@b\"}")
                        .status())
                .isEqualTo(201);
        assertThat(get(MAILBOX + "&news=true").at("/news/items").findValuesAsText("event_id"))
                .containsExactly(quiet);
        append("bob@b", "\"body\":\"seen\"");
        assertThat(get(MAILBOX + "&news=true").at("/news/count").asInt()).isZero();
    }

    @Test
    void owedIsPagedAndEndsWithACursorThatFollowsTheLog() {
        List<String> asked = List.of(ask(""), ask(""), ask(""));
        JsonNode page = get(MAILBOX + "&limit=2&preview=true");
        List<String> got = new ArrayList<>(owed(page));
        assertThat(page.at("/more").asBoolean()).isTrue();
        String late = append("ann@a", "\"to_agent\":\"cid@c\"");
        page = get(MAILBOX + "&limit=2&cursor=" + page.at("/cursor").asText());
        got.addAll(owed(page));
        assertThat(page.at("/more").asBoolean()).isFalse();
        assertThat(got).isEqualTo(asked);
        JsonNode after = get("/logstream/events?cursor=" + page.at("/cursor").asText());
        assertThat(after.at("/events").findValuesAsText("id")).containsExactly(late);
        assertThat(get(MAILBOX + "&limit=100000").at("/limit").asInt()).isEqualTo(500);
    }

    @Test
    void newsAreOneLineAndNoBodies() {
        append("bob@b", "\"body\":\"earlier\"");
        append("ann@a", "\"to_agent\":\"bob@b\",\"body\":\"long\",\"metadata\":{\"subject\":\"it fell\\nbadly\"}");
        String newest = append("ann@a", "\"to_agent\":\"bob@b\",\"topic\":\"ranking\",\"status\":\"applied\"");
        append("ann@a", "\"to_agent\":\"*\"");
        ask("");
        JsonNode news = get(MAILBOX + "&news=true").at("/news");
        assertThat(news.at("/count").asInt()).isEqualTo(2);
        assertThat(news.at("/items").findValuesAsText("subject")).containsExactly("ranking", "it fell");
        assertThat(news.at("/items/0/event_id").asText()).isEqualTo(newest);
        assertThat(news.toString()).doesNotContain("long");
        append("bob@b", "\"body\":\"read\"");
        assertThat(get(MAILBOX + "&news=true").at("/news/count").asInt()).isZero();
    }

    @Test
    void twentyNewsAreShownAndAllCounted() {
        for (int i = 0; i < 25; i++) {
            append("ann@a", "\"to_agent\":\"bob@b\"");
        }
        JsonNode news = get(MAILBOX + "&news=true").at("/news");
        assertThat(news.at("/count").asInt()).isEqualTo(25);
        assertThat(news.at("/items")).hasSize(20);
    }

    @Test
    void aThreadIsItsEventsItsStateAndItsClaims() {
        String root = ask("");
        String of = "\"correlation_id\":\"" + root + "\"";
        String won = append("bob@b", "\"status\":\"claimed\"," + of);
        String lost = append("cid@c", "\"status\":\"claimed\"," + of);
        String done = append("bob@b", "\"status\":\"applied\"," + of);
        append("ann@a", of);
        JsonNode thread = get("/logstream/threads/" + root);
        assertThat(thread.at("/correlation_id").asText()).isEqualTo(root);
        assertThat(thread.at("/state").asText()).isEqualTo("applied");
        assertThat(thread.at("/events").findValuesAsText("id")).hasSize(5).startsWith(root, won, lost, done);
        assertThat(thread.at("/claims").findValuesAsText("event_id")).containsExactly(won, lost);
        assertThat(thread.at("/claims").findValuesAsText("won")).containsExactly("true", "false");
        List<String> paged = new ArrayList<>();
        JsonNode page = get("/logstream/threads/" + root + "?limit=2");
        paged.addAll(page.at("/events").findValuesAsText("id"));
        while (page.at("/more").asBoolean()) {
            page = get("/logstream/threads/" + root + "?limit=2&cursor="
                    + page.at("/cursor").asText());
            paged.addAll(page.at("/events").findValuesAsText("id"));
        }
        assertThat(paged).isEqualTo(thread.at("/events").findValuesAsText("id"));
        assertThat(get("/logstream/conflicts").at("/conflicts/0/event_id").asText())
                .isEqualTo(lost);
    }

    @Test
    void agentsSayWhenAndWhereTheySpoke() {
        append("Bob@b", "\"body\":\"x\"");
        append("bob@b", "\"body\":\"x\"");
        JsonNode page = get("/logstream/agents?limit=1");
        assertThat(page.at("/agents/0/agent").asText()).isEqualTo("Bob@b");
        assertThat(page.at("/agents/0/case_clashes/0").asText()).isEqualTo("bob@b");
        assertThat(page.at("/agents/0/replicas/0").asText()).isEqualTo(api.self());
        assertThat(page.at("/agents/0/last_seen").asText()).endsWith("Z");
        page = get("/logstream/agents?limit=1&cursor=" + page.at("/cursor").asText());
        assertThat(page.at("/agents/0/agent").asText()).isEqualTo("bob@b");
        assertThat(page.at("/more").asBoolean()).isFalse();
        assertThat(page.at("/cursor").isNull()).isTrue();
    }

    @Test
    void conflictsAreListedByKind() {
        String ask = ask("");
        String named = "\"metadata\":{\"ack_of\":\"" + ask + "\"}";
        append("bob@b", "\"status\":\"applied\"," + named);
        append("cid@c", "\"status\":\"failed\"," + named);
        append("bob@b", "\"status\":\"claimed\"," + named);
        append("cid@c", "\"status\":\"claimed\"," + named);
        JsonNode page = get("/logstream/conflicts?limit=1");
        JsonNode lost = page.at("/conflicts/0");
        assertThat(lost.at("/kind").asText()).isEqualTo("claim_lost");
        assertThat(lost.at("/ack_of").asText()).isEqualTo(ask);
        assertThat(lost.at("/agent").asText()).isEqualTo("cid@c");
        assertThat(lost.at("/winner/agent").asText()).isEqualTo("bob@b");
        page = get("/logstream/conflicts?limit=1&cursor=" + page.at("/cursor").asText());
        assertThat(page.at("/conflicts/0/kind").asText()).isEqualTo("contradictory_terminals");
        assertThat(page.at("/conflicts/0/replies").findValuesAsText("status")).containsExactly("applied", "failed");
        assertThat(page.at("/more").asBoolean()).isFalse();
    }

    @Test
    void whatIsWrongIsNamed() {
        assertProblem(api.get("/logstream/mailbox"), 400, "invalid", "agent");
        assertProblem(api.get("/logstream/mailbox?agent="), 400, "invalid", "agent");
        assertProblem(api.get("/logstream/mailbox?agent=a%0Ab"), 400, "invalid", "agent");
        assertProblem(api.get("/logstream/mailbox?agent=" + "x".repeat(257)), 400, "invalid", "agent");
        assertProblem(api.get(MAILBOX + "&limit=0"), 400, "invalid", "limit");
        assertProblem(api.get(MAILBOX + "&news=perhaps"), 400, "invalid", "news");
        assertProblem(api.get(MAILBOX + "&stream=s"), 400, "invalid", "stream");
        for (String cursor : List.of("c1.x", "v1.", "v1.***", "v1.AAAA", "")) {
            assertProblem(api.get(MAILBOX + "&cursor=" + cursor), 400, "invalid-cursor", "cursor");
            assertProblem(api.get("/logstream/threads/x?cursor=" + cursor), 400, "invalid-cursor", "cursor");
        }
        assertProblem(api.get("/logstream/conflicts?cursor=v1.AAAA"), 400, "invalid-cursor", "cursor");
        assertProblem(api.get("/logstream/agents?cursor=c1.AAAA"), 400, "invalid-cursor", "cursor");
        assertProblem(api.get("/logstream/threads/none"), 404, "unknown-thread", "id");
        assertThat(api.post("/logstream/mailbox?agent=x", "{}").status()).isEqualTo(405);
        assertThat(owed(get("/logstream/mailbox?agent=nobody"))).isEmpty();
        assertThat(owed(get("/logstream/mailbox?agent=*"))).isEmpty();
    }
}
