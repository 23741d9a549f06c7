package io.meshlog.node.api.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.api.http.PercentText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("§4 advisory warnings, never refusals")
class AdviceTest {
    private static final String HUB = "rep_91b72265b1f5";

    private RunningApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static ObjectNode draft(String from) {
        return RunningApi.JSON
                .createObjectNode()
                .put("type", "note")
                .put("stream", "s")
                .put("room", "r")
                .put("from_agent", from);
    }

    private List<String> warnings(ObjectNode draft, String... headers) {
        return warnings(api.post("/logstream/events", draft.toString(), headers));
    }

    private static List<String> warnings(Reply reply) {
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        List<String> texts = new ArrayList<>();
        for (JsonNode warning : reply.json().at("/warnings")) {
            texts.add(warning.asText());
        }
        return texts;
    }

    private void pulled(long seq, ObjectNode event, String hlc) throws Exception {
        event.put("id", "evt_hub_" + seq)
                .put("hlc", hlc)
                .put("created_at", "2026-01-01T00:00:00Z")
                .put("origin_replica", HUB)
                .put("origin_seq", seq);
        api.reference.pulled(HUB, List.of(event.toString()));
    }

    @Test
    void nothingIsSaidOfWhatIsInOrder() {
        assertThat(warnings(draft("a@x"))).isEmpty();
        assertThat(warnings(draft("b@x").put("to_agent", "a@x").put("status", "open")))
                .isEmpty();
        assertThat(warnings(draft("a@x").put("to_agent", "*"))).isEmpty();
        assertThat(warnings(draft("a@x").put("to_agent", "a@x"))).isEmpty();
    }

    @Test
    void aRecipientWhoNeverWroteIsNamed() {
        assertThat(warnings(draft("a@x").put("to_agent", "nobody@x")))
                .singleElement()
                .asString()
                .contains("nobody@x has never written");
    }

    @Test
    void namesThatDifferOnlyInCaseAreNamed() throws Exception {
        pulled(1, draft("claude@Desk"), "1767225600000-000000-" + HUB);
        assertThat(warnings(draft("b@x").put("to_agent", "Claude@desk")))
                .singleElement()
                .asString()
                .contains("never written", "only in case from claude@Desk");
        assertThat(warnings(draft("CLAUDE@DESK"))).singleElement().asString().contains("only in case from claude@Desk");
    }

    @Test
    void anAskOfEverybodyReachesNoMailbox() {
        assertThat(warnings(draft("a@x").put("to_agent", "*").put("status", "open")))
                .singleElement()
                .asString()
                .contains("reaches no mailbox");
    }

    /** However much it has written here since. */
    @Test
    void anAgentOnTwoReplicasIsNamedWithEachAppend() throws Exception {
        pulled(1, draft("a@x"), "1767225600000-000000-" + HUB);
        String item = draft("a@x").toString();
        String batch = "{\"events\":[" + String.join(",", Collections.nCopies(100, item)) + "]}";
        for (int i = 0; i < 2; i++) {
            assertThat(warnings(api.post("/logstream/events/batch", batch)))
                    .singleElement()
                    .asString()
                    .contains(HUB);
            assertThat(warnings(draft("a@x"))).singleElement().asString().contains(HUB);
        }
        JsonNode agents = api.get("/logstream/agents").json();
        assertThat(agents.at("/agents/0/replicas")).hasSize(2);
    }

    /** What was looked up before is looked up again where somebody new has written, or somebody somewhere else. */
    @Test
    void whatIsSaidIsNeverOld() throws Exception {
        assertThat(warnings(draft("a@x"))).isEmpty();
        assertThat(warnings(draft("a@x"))).isEmpty();
        assertThat(warnings(draft("A@X"))).singleElement().asString().contains("only in case from a@x");
        assertThat(warnings(draft("a@x"))).singleElement().asString().contains("only in case from A@X");
        assertThat(warnings(draft("b@x").put("to_agent", "c@x")))
                .singleElement()
                .asString()
                .contains("never written");
        assertThat(warnings(draft("c@x"))).isEmpty();
        assertThat(warnings(draft("b@x").put("to_agent", "c@x"))).isEmpty();
        pulled(1, draft("b@x"), "1767225600000-000000-" + HUB);
        assertThat(warnings(draft("b@x"))).singleElement().asString().contains(HUB);
    }

    @Test
    void whoWritesUnderAnotherNameIsToldWhereAnswersGo() {
        String[] caller = {"Meshlog-Agent", "pi%40laptop"};
        assertThat(warnings(draft("pi@laptop"), caller)).isEmpty();
        assertThat(warnings(draft("pi@laptop"), "Meshlog-Agent", "pi@laptop")).isEmpty();
        assertThat(warnings(draft("release@desk"), caller))
                .singleElement()
                .asString()
                .contains("not the caller's own agent pi@laptop", "answers go to release@desk", "never written");
        assertThat(warnings(draft("release@desk"), caller))
                .singleElement()
                .asString()
                .contains("who has written before", "no longer used cannot be told apart");
        // Without the header there is nobody to compare with.
        assertThat(warnings(draft("release@desk"))).isEmpty();
    }

    @Test
    void everyWayOfWritingUnderAnotherNameIsWarnedOfOnce() {
        String[] caller = {"Meshlog-Agent", "pi%40laptop"};
        String target = api.append("");
        String item = draft("one@x").toString();
        assertThat(warnings(api.post(
                        "/logstream/events/batch",
                        "{\"events\":[" + item + "," + item + "," + draft("pi@laptop") + "," + draft("two@x") + "]}",
                        caller)))
                .hasSize(2)
                .allMatch(warning -> warning.contains("never written"));
        assertThat(warnings(api.post("/logstream/events/" + target + "/ack", "{\"from_agent\":\"three@x\"}", caller)))
                .singleElement()
                .asString()
                .contains("three@x");
        assertThat(warnings(api.post(
                        "/logstream/patches",
                        "{\"from_agent\":\"four@x\",\"stream\":\"s\",\"content\":\"x\\n\"}",
                        caller)))
                .singleElement()
                .asString()
                .contains("four@x");
    }

    @Test
    void aCallerWhoseNameIsNoneIsRefused() {
        long tip = api.log.tipSeq();
        for (String bad : List.of("", "%20", "%ff", "%4", "a%0Ab", "x".repeat(257))) {
            Reply reply = api.post("/logstream/events", draft("a@x").toString(), "Meshlog-Agent", bad);
            AppendTest.assertProblem(reply, 400, "invalid");
            assertThat(reply.json().at("/field").asText()).isEqualTo("Meshlog-Agent");
        }
        AppendTest.assertProblem(
                api.post("/logstream/events", draft("a@x").toString(), "Meshlog-Agent", "a", "Meshlog-Agent", "b"),
                400,
                "invalid");
        assertThat(api.log.tipSeq()).isEqualTo(tip);
        assertThat(warnings(draft("🚀".repeat(256)), "Meshlog-Agent", PercentText.encode("🚀".repeat(256))))
                .isEmpty();
    }

    @Test
    void aReplyThatClearsNothingBecauseOfAClockSaysSo() throws Exception {
        ObjectNode ask = draft("hub@y").put("to_agent", "a@x").put("status", "open");
        pulled(1, ask.put("correlation_id", "c"), "4102444800000-000000-" + HUB);
        ObjectNode reply = draft("a@x").put("to_agent", "hub@y").put("correlation_id", "c");
        assertThat(warnings(reply.deepCopy().put("status", "claimed"))).isEmpty();
        assertThat(warnings(reply.deepCopy().put("status", "applied")))
                .singleElement()
                .asString()
                .contains("clears nothing of evt_hub_1");
        Reply ack = api.post("/logstream/events/evt_hub_1/ack", "{\"from_agent\":\"a@x\",\"status\":\"applied\"}");
        assertThat(ack.json().at("/warnings")).isEmpty();
    }

    @Test
    void aBatchSaysEachThingOnce() {
        String item = draft("a@x").put("to_agent", "nobody@x").toString();
        Reply reply = api.post("/logstream/events/batch", "{\"events\":[" + item + "," + item + "]}");
        assertThat(reply.json().at("/warnings")).hasSize(1);
    }
}
