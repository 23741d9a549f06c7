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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** System calls that fail under a running node: what could not be made durable is not acknowledged (spec §4, §9). */
@Tag("ci")
class FailingDiskIT {
    private static final Path STRACE = Path.of("/usr/bin/strace");

    @TempDir
    Path dir;

    private final TreeSet<String> acknowledged = new TreeSet<>();

    private void append(ChildNode node, String body) {
        HttpResponse<String> answer = node.append(body);
        assertThat(answer).isNotNull();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        acknowledged.add(NodeUnderTest.parse(answer, 201).at("/event/id").asText());
    }

    private void holdsWhatItAcknowledged(ChildNode node) throws IOException {
        List<String> ids = new ArrayList<>();
        for (JsonNode event : node.events()) {
            ids.add(event.path("id").asText());
        }
        assertThat(ids).doesNotHaveDuplicates().containsAll(acknowledged);
    }

    @ParameterizedTest
    @CsvSource({
        "fsync, EIO, a disk that loses what it was given",
        "pwrite64, EIO, a disk that breaks",
        "pwrite64, EROFS, a file system that was made read-only",
        "pwrite64, ENOSPC, a file system without space",
    })
    void whatCouldNotBeKeptIsNotAcknowledged(String call, String error, String what) throws Exception {
        assumeThat(Files.isExecutable(STRACE)).as("strace is not installed").isTrue();
        Path data = dir.resolve("node");
        try (ChildNode node = ChildNode.start(data)) {
            for (int i = 0; i < 20; i++) {
                append(node, "before " + i);
            }
            Process injecting = inject(node, call, error);
            try {
                for (int i = 0; i < 3; i++) {
                    HttpResponse<String> refused = node.append("during " + i);
                    assertThat(refused).isNotNull();
                    assertThat(refused.statusCode())
                            .as(what + ": " + refused.body())
                            .isEqualTo(503);
                    assertThat(refused.body()).contains("urn:meshlog:problem:");
                }
                assertThat(node.get("/readyz").statusCode()).isEqualTo(503);
                assertThat(node.getJson("/statusz").path("status").asText()).isEqualTo("held");
                holdsWhatItAcknowledged(node);
            } finally {
                injecting.destroy();
                injecting.waitFor(10, TimeUnit.SECONDS);
            }
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> node.get("/readyz").statusCode() == 200);
            append(node, "after");
            holdsWhatItAcknowledged(node);
            node.kill();
        }
        try (ChildNode node = ChildNode.start(data)) {
            holdsWhatItAcknowledged(node);
            append(node, "again");
        }
        LeftFiles.assertIntact(data);
    }

    /** From now on every such call of the node fails, until the tracer ends. */
    private static Process inject(ChildNode node, String call, String error) throws IOException {
        Process process = new ProcessBuilder(
                        STRACE.toString(),
                        "-f",
                        "-q",
                        "-p",
                        Long.toString(node.process().pid()),
                        "-e",
                        "trace=" + call,
                        "-e",
                        "inject=" + call + ":error=" + error)
                .redirectErrorStream(true)
                .start();
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        // It has come when it traces a thread of the node: the kernel says by whom.
        await().atMost(Duration.ofSeconds(20)).until(() -> isTraced(node) || !process.isAlive());
        if (!process.isAlive()) {
            throw new AssertionError("strace ended: " + out.readLine());
        }
        Thread reader = new Thread(() -> out.lines().forEach(line -> {}), "strace");
        reader.setDaemon(true);
        reader.start();
        return process;
    }

    /** Every thread: the one that writes must be among them. */
    private static boolean isTraced(ChildNode node) throws IOException {
        try (var tasks =
                Files.newDirectoryStream(Path.of("/proc/" + node.process().pid() + "/task"))) {
            for (Path task : tasks) {
                String status = Files.readString(task.resolve("status"));
                if (status.contains("TracerPid:\t0\n")) {
                    return false;
                }
            }
        }
        return true;
    }
}
