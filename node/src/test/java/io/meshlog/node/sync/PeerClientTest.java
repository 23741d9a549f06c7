package io.meshlog.node.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Limits;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.Served;
import io.meshlog.vector.Frontier;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is asked over HTTP, and what of the answers counts (spec §5.5). */
class PeerClientTest {
    private static final Question ASK = new Question.AskVector(false);
    private static final Question ASK_IF_CHANGED = new Question.AskVector(true);
    private static final Question OPS = new Question.AskOps(new Origin("rep_0123456789ab"), 0, 10, false);
    private static final PeerClient.Patience SHORT =
            new PeerClient.Patience(Duration.ofSeconds(1), Duration.ofSeconds(60));

    private final Vertx vertx = Vertx.vertx();
    private final Context context = vertx.getOrCreateContext();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private volatile Consumer<HttpServerRequest> script = request -> {};
    private HttpServer server;
    private PeerClient client;

    private record Asked(
            String path,
            @Nullable String ifNoneMatch,
            @Nullable String authorization,
            @Nullable String replica) {}

    @BeforeEach
    void start() throws Exception {
        server = vertx.createHttpServer(new HttpServerOptions().setCompressionSupported(true))
                .requestHandler(request -> {
                    asked.add(new Asked(
                            request.path(),
                            request.getHeader("if-none-match"),
                            request.getHeader("authorization"),
                            request.getHeader("meshlog-replica")));
                    script.accept(request);
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
        client = client(PeerClient.Patience.DEFAULT);
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        timer.shutdownNow();
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private PeerClient client(PeerClient.Patience patience) {
        Telling telling = new Telling("boot", null, null);
        telling.publish(new Served(new Origin("rep_00000000000000000001"), Frontier.EMPTY, List.of(), 0, 0, 0));
        PeerConfig peer = new PeerConfig("peer", URI.create("http://127.0.0.1:" + server.actualPort()), "secret");
        return new PeerClient(vertx, peer, timer, System::currentTimeMillis, telling, patience);
    }

    private Answer ask(Question question) throws Exception {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        // As in the program: everything about one peer happens on one context.
        context.runOnContext(v -> client.ask(question).thenAccept(answer::complete));
        return answer.get(50, TimeUnit.SECONDS);
    }

    private @Nullable String conditionOf(Question question) throws Exception {
        ask(question);
        return asked.get(asked.size() - 1).ifNoneMatch();
    }

    private static void vector(HttpServerRequest request, long top, String etag) {
        request.response()
                .putHeader("content-type", "application/json")
                .putHeader("etag", etag)
                .end("{\"replica_id\":\"rep_0123456789ab\",\"version_vector\":{\"rep_0123456789ab\":" + top + "}}");
    }

    // ---- conditions

    @Test
    void onlyAConditionalQuestionCarriesTheTag() throws Exception {
        script = request -> vector(request, 1, "\"one\"");
        client.taken(ask(ASK));
        assertThat(conditionOf(ASK)).isNull();
        client.taken(ask(ASK));
        assertThat(conditionOf(ASK_IF_CHANGED)).isEqualTo("\"one\"");
        client.taken(ask(ASK));
        assertThat(conditionOf(OPS)).isNull();
    }

    @Test
    void nothingIsKnownOfAPeerThatWasNeverAsked() throws Exception {
        assertThat(unansweredCondition()).isNull();
    }

    private @Nullable String unansweredCondition() throws Exception {
        script = request -> request.response().setStatusCode(500).end();
        return conditionOf(ASK_IF_CHANGED);
    }

    @Test
    void aTagCountsOnceTheCoreHasItsVector() throws Exception {
        script = request -> vector(request, 1, "\"one\"");
        client.taken(ask(ASK));
        script = request -> vector(request, 2, "\"two\"");
        Answer second = ask(ASK_IF_CHANGED);
        assertThat(asked.get(1).ifNoneMatch()).isEqualTo("\"one\"");

        // The core never got it: asked whether it changed since, the peer would say no.
        script = request -> request.response().setStatusCode(304).end();
        assertThat(conditionOf(ASK_IF_CHANGED)).isNull();

        client.taken(second);
        assertThat(conditionOf(ASK_IF_CHANGED)).isEqualTo("\"two\"");
    }

    @Test
    void aVectorThatIsTakenLateBringsNoTagOfALaterOne() throws Exception {
        script = request -> vector(request, 1, "\"one\"");
        Answer first = ask(ASK);
        script = request -> vector(request, 2, "\"two\"");
        ask(ASK);
        client.taken(first);
        assertThat(conditionOf(ASK_IF_CHANGED)).isNull();
    }

    @Test
    void unchangedIsAnAnswer() throws Exception {
        script = request -> vector(request, 1, "\"one\"");
        client.taken(ask(ASK));
        script = request -> request.response().setStatusCode(304).end();
        assertThat(ask(ASK_IF_CHANGED)).isInstanceOf(Answer.VectorUnchanged.class);
    }

    // ---- limits

    @Test
    void anAnswerThatExpandsPastItsLimitIsRefused() throws Exception {
        script = request -> request.response()
                .putHeader("content-type", "application/json")
                .end(Buffer.buffer(" ".repeat(Limits.REQUEST_BYTES_MAX + 1)));
        assertThat(reason(ASK)).isEqualTo("its answer is larger than " + Limits.REQUEST_BYTES_MAX + " bytes");

        // Its limit is its own: the next is answered.
        script = request -> vector(request, 1, "\"one\"");
        assertThat(ask(ASK)).isInstanceOf(Answer.Vector.class);
    }

    @Test
    void aRedirectIsNotFollowedAndNoCredentialGoesAnywhere() throws Exception {
        script = request -> {
            if (request.path().equals("/elsewhere")) {
                vector(request, 1, "\"one\"");
            } else {
                request.response()
                        .setStatusCode(302)
                        .putHeader("location", "http://127.0.0.1:" + server.actualPort() + "/elsewhere")
                        .end();
            }
        };
        assertThat(reason(ASK)).isEqualTo("it redirects (302); redirects are not followed");
        assertThat(asked)
                .containsExactly(new Asked("/sync/version_vector", null, "Bearer secret", "rep_00000000000000000001"));
    }

    @Test
    void aPeerThatDoesNotAnswerIsLeftInTime() throws Exception {
        client.close();
        client = client(SHORT);
        assertThat(reason(ASK)).isEqualTo("no whole answer within 1 s");
    }

    @Test
    void aPeerThatDripsIsLeftInTime() throws Exception {
        client.close();
        client = client(SHORT);
        script = request -> {
            request.response().setChunked(true).putHeader("content-type", "application/json");
            vertx.setPeriodic(50, id -> request.response().write(" "));
        };
        assertThat(reason(ASK)).isEqualTo("no whole answer within 1 s");
    }

    @Test
    void whatIsLargeHasMoreTime() throws Exception {
        client.close();
        client = client(SHORT);
        script = request -> vertx.setTimer(
                1_500, id -> request.response().setStatusCode(503).end());
        assertThat(reason(OPS)).isEqualTo("it answers 503");
    }

    @Test
    void aPeerThatIsNotThereIsUnreachable() throws Exception {
        server.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
        assertThat(reason(ASK)).startsWith("unreachable: ");
    }

    @Test
    void anAnswerThatBreaksOffIsNone() throws Exception {
        script = request -> {
            request.response().putHeader("content-length", "1000").write("{");
            vertx.setTimer(50, id -> request.connection().close());
        };
        assertThat(reason(ASK)).startsWith("unreachable: ");
    }

    private String reason(Question question) throws Exception {
        Answer answer = ask(question);
        assertThat(answer).isInstanceOf(Answer.Failed.class);
        return ((Answer.Failed) answer).reason();
    }
}
