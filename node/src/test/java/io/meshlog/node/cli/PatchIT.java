package io.meshlog.node.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.meshlog.node.GitPatches;
import io.meshlog.node.Node;
import io.meshlog.node.NodeConfig;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.sync.PeerConfig;
import io.meshlog.op.Digest;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Case J08: what git makes, by every way in at one node and every way out at another, is the same to the byte and
 * applies. Nothing is trimmed, no line end changed, no newline added or lost.
 */
@Tag("case-J08")
class PatchIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path dir;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private Node author;
    private Node reader;
    private int files;

    @BeforeEach
    void start() {
        author = node("author");
        reader = node("reader", new PeerConfig("author", url(author), null));
    }

    @AfterEach
    void stop() {
        reader.close();
        author.close();
    }

    private Node node(String name, PeerConfig... peers) {
        return Node.start(new NodeConfig(
                dir.resolve(name), ApiConfig.loopback(0), List.of(peers), null, null, Duration.ofHours(1)));
    }

    private static URI url(Node node) {
        return URI.create("http://127.0.0.1:" + node.started().port());
    }

    private static Ran.Setting at(Node node) {
        return Ran.nowhere().with("MESHLOG_URL", url(node).toString()).with("MESHLOG_AGENT", "pi@desk");
    }

    /** A patch as it was sent, and the ids that its ways in gave it. */
    private record Sent(byte[] patch, List<String> ids) {}

    @Test
    void whatGitMakesIsTheSameByEveryWayInAndOutAtAnotherNode() throws Exception {
        GitPatches git = GitPatches.make(dir.resolve("git"));
        List<Sent> sent = new ArrayList<>();
        for (byte[] patch : git.all()) {
            sent.add(new Sent(patch, everyWayIn(patch)));
        }
        Ran synced = at(reader).run("sync");
        assertThat(synced.code()).as(synced.err()).isZero();
        for (int i = 0; i < sent.size(); i++) {
            byte[] patch = sent.get(i).patch();
            for (byte[] back : waysOut(sent.get(i), i)) {
                // Digests, because a difference of megabytes cannot be read.
                assertThat(Digest.sha256(back)).isEqualTo(Digest.sha256(patch));
            }
            git.assertApplies(patch);
        }
    }

    /** Every end that a text may have, and nothing else that looks like one. */
    @Test
    void everyEndComesBackAsItWas() throws Exception {
        List<Sent> sent = new ArrayList<>();
        for (String end : List.of("", "\n", "\n\n", "\r\n", " ", "\n \t", "\u0085", "\u001a")) {
            byte[] patch = ("--- a\n+++ b\n+x" + end).getBytes(StandardCharsets.UTF_8);
            sent.add(new Sent(patch, everyWayIn(patch)));
        }
        assertThat(at(reader).run("sync").code()).isZero();
        for (int i = 0; i < sent.size(); i++) {
            byte[] patch = sent.get(i).patch();
            assertThat(waysOut(sent.get(i), i))
                    .allSatisfy(back -> assertThat(back).isEqualTo(patch));
        }
    }

    private List<String> everyWayIn(byte[] patch) throws Exception {
        String file = Files.write(dir.resolve("in" + ++files), patch).toString();
        List<String> ids = new ArrayList<>();
        ids.add(id(post(
                "/logstream/patches",
                "application/json",
                JSON.createObjectNode()
                        .put("from_agent", "pi@desk")
                        .put("stream", "s")
                        .put("content", new String(patch, StandardCharsets.UTF_8))
                        .toString()
                        .getBytes(StandardCharsets.UTF_8))));
        ids.add(id(post("/logstream/patches?from_agent=pi@desk&stream=s", "text/x-diff", patch)));
        ids.add(id(post("/logstream/artifacts?kind=patch&created_by=pi@desk", "text/x-diff", patch)));
        // So that the reader is told of it: an artifact comes with the event that names it.
        name(ids.get(ids.size() - 1));
        ids.add(id(ran(at(author).run("patch", file, "--stream=s", "--json"))));
        ids.add(id(ran(at(author).stdin(patch).run("patch", "--stream=s", "--json"))));
        ids.add(id(ran(at(author).stdin(patch).run("patch", "-", "--stream=s", "--json"))));
        return ids;
    }

    private void name(String artifact) throws Exception {
        String event = "{\"type\":\"t\",\"stream\":\"s\",\"room\":\"r\",\"from_agent\":\"pi@desk\",\"artifact_ids\":[\""
                + artifact + "\"]}";
        post("/logstream/events", "application/json", event.getBytes(StandardCharsets.UTF_8));
    }

    /** One way out for each way in, another pairing with each turn: over four turns each meets each. */
    private List<byte[]> waysOut(Sent one, int turn) throws Exception {
        List<byte[]> out = new ArrayList<>();
        for (int i = 0; i < one.ids().size(); i++) {
            out.add(wayOut(one.ids().get(i), (i + turn) % 4));
        }
        return out;
    }

    private byte[] wayOut(String id, int way) throws Exception {
        String path = "/logstream/artifacts/" + id;
        return switch (way) {
            case 0 -> JSON.readTree(get(path)).at("/artifact/content").asText().getBytes(StandardCharsets.UTF_8);
            case 1 -> get(path + "/content");
            case 2 -> ran(at(reader).run("artifact", "get", id)).getBytes(StandardCharsets.UTF_8);
            default -> {
                Path file = dir.resolve("out" + ++files);
                ran(at(reader).run("artifact", "get", id, "-o", file.toString()));
                yield Files.readAllBytes(file);
            }
        };
    }

    private static String ran(Ran ran) {
        assertThat(ran.code()).as(ran.err()).isZero();
        return ran.out();
    }

    private static String id(String answer) throws IOException {
        JsonNode artifact = JSON.readTree(answer).at("/artifact");
        assertThat(artifact.at("/kind").asText()).isEqualTo("patch");
        return artifact.at("/id").asText();
    }

    private String post(String path, String type, byte[] body) throws Exception {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(url(author).resolve(path))
                        .header("Content-Type", type)
                        .POST(BodyPublishers.ofByteArray(body))
                        .build(),
                BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
        return response.body();
    }

    private byte[] get(String path) throws Exception {
        HttpResponse<byte[]> response =
                http.send(HttpRequest.newBuilder(url(reader).resolve(path)).build(), BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }
}
