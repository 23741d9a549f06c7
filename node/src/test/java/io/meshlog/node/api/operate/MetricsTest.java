package io.meshlog.node.api.operate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.meshlog.node.api.RunningApi;
import io.meshlog.node.api.RunningApi.Reply;
import io.meshlog.node.store.file.StoreException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spec §9: what Prometheus is told, in its own format. */
class MetricsTest {
    private RunningApi api;

    @BeforeEach
    void start(@TempDir Path directory) {
        api = RunningApi.start(directory);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** Every sample by its name and labels. */
    private Map<String, Double> samples() {
        Reply reply = api.get("/metrics");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.headers().get("content-type")).containsExactly("text/plain; version=0.0.4; charset=utf-8");
        Map<String, Double> samples = new TreeMap<>();
        reply.text().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            int end = line.lastIndexOf(' ');
            samples.put(line.substring(0, end), Double.valueOf(line.substring(end + 1)));
        });
        return samples;
    }

    @Test
    void commitsAndWhatTheyBroughtAreCounted() {
        double before = samples().get("meshlog_commit_ops_sum");
        api.append("\"to_agent\":\"y@z\",\"status\":\"open\"");
        api.append("");
        Map<String, Double> after = samples();
        assertThat(after.get("meshlog_commit_ops_sum")).isEqualTo(before + 2);
        assertThat(after.get("meshlog_commit_seconds_count")).isGreaterThanOrEqualTo(2);
        assertThat(after)
                .containsEntry("meshlog_events", 2.0)
                .containsEntry("meshlog_ops", 2.0)
                .containsEntry("meshlog_view_owed", 1.0)
                .containsEntry("meshlog_view_agents", 1.0)
                .containsEntry("meshlog_view_conflicts", 0.0)
                .containsEntry("meshlog_writer_stalled", 0.0)
                .containsEntry("meshlog_incidents_total{kind=\"fork\"}", 0.0);
        assertThat(after.get("meshlog_wal_bytes")).isPositive();
        assertThat(after.get("meshlog_disk_free_bytes")).isEqualTo(api.freeBytes);
    }

    @Test
    void whoWaitsIsCounted() throws Exception {
        assertThat(samples()).containsEntry("meshlog_waiters", 0.0).containsEntry("meshlog_streams", 0.0);
        CompletableFuture<Reply> wait =
                CompletableFuture.supplyAsync(() -> api.get("/logstream/wait?cursor=tip&timeout_ms=60000"));
        await().until(() -> samples().get("meshlog_waiters") == 1);
        api.append("");
        assertThat(wait.get(60, TimeUnit.SECONDS).status()).isEqualTo(200);
        assertThat(samples()).containsEntry("meshlog_waiters", 0.0);
    }

    @Test
    void aStalledWriterShows() {
        api.log.stalled = new StoreException(StoreException.Kind.DISK_FULL, "full");
        assertThat(samples()).containsEntry("meshlog_writer_stalled", 1.0);
    }

    /** Nothing that anybody wrote stands in it. */
    @Test
    void noContentIsTold() {
        api.append("\"body\":\"s3cret-body\",\"to_agent\":\"s3cret-agent\"");
        assertThat(api.get("/metrics").text()).doesNotContain("s3cret");
        assertThat(api.get("/metrics?x=1").status()).isEqualTo(400);
        assertThat(api.post("/metrics", "{}").status()).isEqualTo(405);
    }
}
