package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Incident;
import io.meshlog.replica.Input;
import io.meshlog.testkit.SharedFixtures;
import io.meshlog.wire.VectorCodec;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a live node's replica took, on SQLite, with real keys and peers over HTTP, is taken again by a fresh replica over
 * a log in memory: facts and effects are the same, to the last (spec §4). So what the simulator runs is what the node
 * runs.
 */
class ReplayIT {
    private static final int BURST = 40;

    @TempDir
    Path dir;

    private final Recording recording = new Recording();
    private final List<String> boots = new ArrayList<>();
    private Path data;
    private int port;
    private NodeUnderTest peer;

    @Test
    void recordedInputsGiveTheSameFactsAndEffectsWhenTheyAreReplayed() throws Exception {
        data = dir.resolve("live");
        port = freePort();
        JsonNode told;
        String goneHub;
        Path ops = SharedFixtures.require("wire/mesh-small/ops.json");
        try (NodeUnderTest other = new NodeUnderTest(dir.resolve("peer"), 0, "http://127.0.0.1:" + port)) {
            peer = other;
            // It has lost its artifacts: what it cannot serve stays pending here.
            try (ReferenceHub hub = new ReferenceHub(Files.readString(ops), "{}", 1)) {
                live(node -> grows(node, hub), peer.url(), hub.url());
                forgets(node -> {
                    append(node, "soon forgotten here, known to the peer");
                    append(node, "so is this");
                    node.vector();
                    pulls(peer);
                });
                // Alone: a round would tell it first that this parent has a child already.
                JsonNode forked = live(node -> append(node, "of a line that went on otherwise"));
                JsonNode healed = live(this::writesUnderItsSecondId, peer.url(), hub.url());
                assertThat(healed.path("replica_id")).isNotEqualTo(forked.path("replica_id"));
                goneHub = hub.url();
            }
            copyTheKey();
            told = live(this::writesUnderItsThirdId, peer.url(), goneHub);
        }

        assertThatItRecordedEnough();
        List<Recording.Life> lives = recording.lives();
        Replay replay = new Replay(lives.get(0).state().self());
        for (int i = 0; i < lives.size(); i++) {
            replay.takeAgain(lives.get(i), boots.get(i));
        }
        assertThat(VectorCodec.write(replay.frontier()))
                .isEqualTo(VectorCodec.write(
                        VectorCodec.frontier(told.path("frontier").toString())));
        assertThat(replay.self().name()).isEqualTo(told.path("replica_id").asText());
    }

    // ---- what the node lives through

    /** One recorded life. @return what it tells peers at its end */
    private JsonNode live(Consumer<NodeUnderTest> life, String... peerUrls) {
        try (NodeUnderTest node = new NodeUnderTest(data, port, recording, peerUrls)) {
            boots.add(node.vector().path("boot").asText());
            life.accept(node);
            // Answered once everything own is signed; a round that still runs has nothing new to bring.
            return node.vector();
        }
    }

    private void grows(NodeUnderTest node, ReferenceHub hub) {
        String artifact = put(node, "content of the live node");
        append(node, "with an artifact", artifact);
        append(node, "with the same one", artifact);
        patchTwice(node);
        append(peer, "with an artifact of its own", put(peer, "content of the peer"));
        append(peer, "and one more");
        peer.vector();
        boolean all;
        do {
            all = hub.grow();
            pulls(node);
        } while (!all);
        for (int i = 0; i < 10 && recording.largestAppend() < 2; i++) {
            burst(node);
        }
        pulls(node);
        node.vector();
        pulls(peer);
    }

    /** What is written meanwhile is lost with the database; the key stays, so nobody but a peer can know. */
    private void forgets(Consumer<NodeUnderTest> life) throws IOException {
        Path kept = Files.createDirectory(dir.resolve("kept"));
        for (Path file : databaseFiles()) {
            Files.copy(file, kept.resolve(file.getFileName()));
        }
        try (NodeUnderTest node = new NodeUnderTest(data, port, peer.url())) {
            life.accept(node);
        }
        for (Path file : databaseFiles()) {
            Files.delete(file);
        }
        try (Stream<Path> files = Files.list(kept)) {
            for (Path file : files.toList()) {
                Files.copy(file, data.resolve(file.getFileName()));
            }
        }
    }

    private void writesUnderItsSecondId(NodeUnderTest node) {
        pulls(node);
        append(node, "under the second id", put(node, "content under the second id"));
        node.vector();
        pulls(peer);
        append(peer, "after the fork");
        peer.vector();
        pulls(node);
    }

    /** The same key in another file, as a copied directory has it. */
    private void copyTheKey() throws IOException {
        Path key = data.resolve("replica.key");
        Path copy = data.resolve("copy");
        Files.copy(key, copy, StandardCopyOption.COPY_ATTRIBUTES);
        Files.move(copy, key, StandardCopyOption.REPLACE_EXISTING);
    }

    private void writesUnderItsThirdId(NodeUnderTest node) {
        append(node, "under the third id");
        node.sync();
        pulls(peer);
        burst(node);
    }

    /** Rounds with every peer until all of a row succeed: the first after a restart may meet a closed connection. */
    private static void pulls(NodeUnderTest node) {
        boolean all = false;
        for (int tries = 0; !all; tries++) {
            JsonNode peers = node.sync();
            all = true;
            for (JsonNode round : peers.findValues("last_round")) {
                all &= round.path("succeeded").asBoolean();
            }
            assertThat(tries).as(peers.toString()).isLessThan(20);
        }
    }

    private List<Path> databaseFiles() throws IOException {
        try (Stream<Path> files = Files.list(data)) {
            return files.filter(file -> file.getFileName().toString().startsWith("meshlog.sqlite3"))
                    .toList();
        }
    }

    private static void append(NodeUnderTest node, String body, String... artifactIds) {
        node.append(event(body, artifactIds));
    }

    private static String event(String body, String... artifactIds) {
        String ids = artifactIds.length == 0 ? "" : '"' + String.join("\", \"", artifactIds) + '"';
        return "{\"type\": \"note\", \"stream\": \"s\", \"room\": \"r\", \"from_agent\": \"agent@replay\", \"body\": \""
                + body + "\", \"artifact_ids\": [" + ids + "]}";
    }

    private static String put(NodeUnderTest node, String content) {
        String body = "{\"kind\": \"note\", \"created_by\": \"agent@replay\", \"content\": \"" + content + "\"}";
        return NodeUnderTest.parse(node.post("/logstream/artifacts", body), 201)
                .path("artifact")
                .path("id")
                .asText();
    }

    /** A batch of an artifact and an event; the second is a repetition under its key. */
    private static void patchTwice(NodeUnderTest node) {
        String patch = "{\"from_agent\": \"agent@replay\", \"stream\": \"s\", \"content\": \"a patch\","
                + " \"idempotency_key\": \"patch\"}";
        JsonNode first = NodeUnderTest.parse(node.post("/logstream/patches", patch), 201);
        assertThat(NodeUnderTest.parse(node.post("/logstream/patches", patch), 200))
                .isEqualTo(first);
    }

    /** Appends from many clients at once, of which some share a step. */
    private static void burst(NodeUnderTest node) {
        ExecutorService clients = Executors.newFixedThreadPool(BURST);
        try {
            List<CompletableFuture<Void>> answers = new ArrayList<>();
            for (int i = 0; i < BURST; i++) {
                String body = "at once " + i;
                answers.add(CompletableFuture.runAsync(() -> append(node, body), clients));
            }
            answers.forEach(CompletableFuture::join);
        } finally {
            clients.shutdownNow();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    // ---- what was recorded

    private void assertThatItRecordedEnough() {
        SortedMap<String, Integer> inputs = new TreeMap<>();
        SortedMap<String, Integer> effects = new TreeMap<>();
        SortedMap<String, Integer> answers = new TreeMap<>();
        SortedMap<String, Integer> incidents = new TreeMap<>();
        SortedMap<String, Integer> facts = new TreeMap<>();
        for (Recording.Taken step : recording.steps()) {
            count(inputs, step.input());
            count(facts, step.facts());
            if (step.input() instanceof Input.PeerAnswered answered) {
                count(answers, answered.answer());
            }
            for (Effect effect : step.effects()) {
                count(effects, effect);
                if (effect instanceof Effect.Report report) {
                    incidents.merge(report.incident().kind().name(), 1, Integer::sum);
                }
            }
        }
        assertThat(inputs).containsOnlyKeys(kindsOf(Input.class));
        assertThat(effects).containsOnlyKeys(kindsOf(Effect.class));
        assertThat(facts)
                .containsOnlyKeys(Stream.of(Facts.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toArray(String[]::new));
        assertThat(answers)
                .containsKeys(
                        Answer.Vector.class.getSimpleName(),
                        Answer.VectorUnchanged.class.getSimpleName(),
                        Answer.Ops.class.getSimpleName(),
                        Answer.ChainPoint.class.getSimpleName(),
                        Answer.ArtifactContent.class.getSimpleName(),
                        Answer.Failed.class.getSimpleName());
        assertThat(incidents).containsKeys(Incident.Kind.FORK.name(), Incident.Kind.IDENTITY.name());
        assertThat(recording.lives()).hasSize(4);
        assertThat(recording.steps()).hasSizeGreaterThan(60);
        assertThat(recording.largestAppend()).isGreaterThan(1);
    }

    private static void count(SortedMap<String, Integer> counts, Object what) {
        counts.merge(what.getClass().getSimpleName(), 1, Integer::sum);
    }

    /** Counts what the log knew something of. */
    private static void count(SortedMap<String, Integer> counts, Facts facts) {
        SortedMap<String, Boolean> isKnown = new TreeMap<>(Map.of(
                "chain", facts.chain().values().stream().anyMatch(held -> !held.isEmpty()),
                "loose",
                        facts.loose().values().stream()
                                .anyMatch(loose -> !loose.held().isEmpty()),
                "events", !facts.events().isEmpty(),
                "artifacts", !facts.artifacts().isEmpty(),
                "eventsWhole", !facts.eventsWhole().isEmpty(),
                "artifactsWhole", !facts.artifactsWhole().isEmpty(),
                "provenArtifacts", !facts.provenArtifacts().isEmpty(),
                "pendingArtifacts", !facts.pendingArtifacts().isEmpty()));
        isKnown.forEach((kind, is) -> {
            if (is) {
                counts.merge(kind, 1, Integer::sum);
            }
        });
    }

    private static String[] kindsOf(Class<?> sealed) {
        return Stream.of(sealed.getPermittedSubclasses())
                .map(Class::getSimpleName)
                .toArray(String[]::new);
    }
}
