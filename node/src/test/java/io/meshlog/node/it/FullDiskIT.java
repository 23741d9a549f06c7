package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §9: a disk of a few megabytes that fills up, under a node and before it. Wants a mount, and so root. */
@Tag("ci")
class FullDiskIT {
    private static final String BODY = " ".repeat(100_000);

    @TempDir
    Path dir;

    private Path disk;
    private Path ballast;
    private final TreeSet<String> acknowledged = new TreeSet<>();

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(dir.resolve("disk"));
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=64m", "meshlog-test", disk.toString()))
                .as("this process may not mount")
                .isTrue();
        ballast = Files.write(disk.resolve("ballast"), new byte[24 << 20]);
    }

    @AfterEach
    void unmount() throws Exception {
        // Lazily: whatever still holds it lets go when it ends.
        run("umount", "-l", disk.toString());
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor() == 0;
    }

    /** Until it says that it cannot. */
    private HttpResponse<String> fill(ChildNode node) {
        while (true) {
            HttpResponse<String> answer = node.append("event " + acknowledged.size() + BODY);
            assertThat(answer).isNotNull();
            if (answer.statusCode() != 201) {
                return answer;
            }
            acknowledged.add(NodeUnderTest.parse(answer, 201).at("/event/id").asText());
        }
    }

    private void holdsWhatItAcknowledged(ChildNode node) throws IOException {
        List<String> ids = new ArrayList<>();
        for (JsonNode event : node.events()) {
            ids.add(event.path("id").asText());
        }
        // What was refused may be there all the same; what was promised must, and nothing twice.
        assertThat(ids).doesNotHaveDuplicates().containsAll(acknowledged);
    }

    private static int status(ChildNode node, String path) throws Exception {
        return node.get(path).statusCode();
    }

    @Test
    void appendsAreRefusedReadsGoOnAndItRecoversByItself() throws Exception {
        Path data = disk.resolve("node");
        try (ChildNode node = ChildNode.start(data)) {
            HttpResponse<String> refused = fill(node);
            assertThat(acknowledged).isNotEmpty();
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(refused.body()).contains("urn:meshlog:problem:disk-full");
            assertThat(refused.headers().firstValue("retry-after")).isPresent();
            assertThat(node.get("/readyz").statusCode()).isEqualTo(503);
            assertThat(node.get("/readyz").body()).contains("disk");
            assertThat(node.getJson("/statusz").path("held").toString()).contains("the disk is full");
            assertThat(status(node, "/healthz")).isEqualTo(200);
            holdsWhatItAcknowledged(node);

            Files.delete(ballast);
            await().atMost(Duration.ofSeconds(60)).until(() -> status(node, "/readyz") == 200);
            HttpResponse<String> taken = node.append("after");
            assertThat(taken.statusCode()).isEqualTo(201);
            acknowledged.add(NodeUnderTest.parse(taken, 201).at("/event/id").asText());
            holdsWhatItAcknowledged(node);
            node.kill();
        }
        try (ChildNode node = ChildNode.start(data)) {
            holdsWhatItAcknowledged(node);
        }
    }

    /**
     * Every start leaves a mark before it tells anything. Where there is no room even for that it says so and ends, and
     * nothing is lost; where there is, it answers reads.
     */
    @Test
    void aNodeThatIsStartedOnAFullDiskSaysSoOrAnswersReads() throws Exception {
        Path data = disk.resolve("node");
        try (ChildNode node = ChildNode.start(data)) {
            fill(node);
            node.kill();
        }
        fillUp();
        Process started = ChildNode.run(data);
        String ready =
                new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8)).readLine();
        if (ready == null) {
            assertThat(ChildNode.errors(started)).contains("disk is full").hasLineCount(1);
            assertThat(started.waitFor()).isEqualTo(1);
        } else {
            assertThat(ready).startsWith("meshlog ready ");
            started.destroyForcibly().waitFor();
        }
        Files.delete(ballast);
        Files.delete(disk.resolve("rest"));
        try (ChildNode node = ChildNode.start(data)) {
            holdsWhatItAcknowledged(node);
            assertThat(node.append("after").statusCode()).isEqualTo(201);
        }
    }

    /** To the last byte. */
    private void fillUp() throws IOException {
        try (var out = Files.newOutputStream(disk.resolve("rest"))) {
            byte[] some = new byte[4_096];
            while (true) {
                out.write(some);
            }
        } catch (IOException full) {
            assertThat(Files.getFileStore(disk).getUsableSpace()).isZero();
        }
    }
}
