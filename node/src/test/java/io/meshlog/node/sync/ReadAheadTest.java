package io.meshlog.node.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question.AskOps;
import io.meshlog.wire.OpCodec;
import io.meshlog.wire.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** One page ahead, of the line that is being taken, and nothing that the core would not ask itself. */
class ReadAheadTest {
    private static final Origin LINE = new Origin("rep_0123456789ab");
    private static final long HEAD = 25;

    private final List<AskOps> sent = new ArrayList<>();
    private final List<CompletableFuture<Answer>> answers = new ArrayList<>();
    private final ReadAhead ahead =
            new ReadAhead(this::send, (asked, seq) -> asked.origin().equals(LINE) && seq < HEAD);

    private CompletionStage<Answer> send(AskOps asked) {
        sent.add(asked);
        answers.add(new CompletableFuture<>());
        return answers.get(answers.size() - 1);
    }

    private static AskOps after(long seq) {
        return new AskOps(LINE, seq, 10, false);
    }

    private static Answer page(long from, long to) {
        String events = LongStream.rangeClosed(from, to)
                .mapToObj(seq -> "{\"id\":\"evt_" + seq + "\",\"type\":\"note\",\"stream\":\"s\",\"room\":\"r\","
                        + "\"from_agent\":\"far@hub\",\"body\":\"\",\"metadata\":{},\"artifact_ids\":[],"
                        + "\"created_at\":\"2026-01-01T00:00:00Z\",\"origin_replica\":\"" + LINE.name()
                        + "\",\"origin_seq\":" + seq + ",\"hlc\":\"1700000000000-000001-" + LINE.name() + "\"}")
                .collect(Collectors.joining(","));
        String json =
                "{\"origin\":\"" + LINE.name() + "\",\"events\":[" + events + "],\"count\":" + (to - from + 1) + "}";
        try {
            return new Answer.Ops(OpCodec.readPage(json.getBytes(StandardCharsets.UTF_8), false));
        } catch (ProtocolException e) {
            throw new AssertionError(e);
        }
    }

    private Answer asked(AskOps question, int answered, Answer with) {
        CompletableFuture<Answer> got = ahead.ask(question).toCompletableFuture();
        answers.get(answered).complete(with);
        return got.join();
    }

    @Test
    void theNextPageIsOnItsWayWhileOneIsTaken() {
        Answer first = page(1, 10);
        assertThat(asked(after(0), 0, first)).isSameAs(first);
        assertThat(sent).containsExactly(after(0), after(10));

        Answer second = page(11, 20);
        assertThat(asked(after(10), 1, second)).isSameAs(second);
        assertThat(sent).containsExactly(after(0), after(10), after(20));

        // The line ends there: nothing is behind it.
        assertThat(asked(after(20), 2, page(21, HEAD))).isInstanceOf(Answer.Ops.class);
        assertThat(sent).hasSize(3);
    }

    @Test
    void anotherQuestionIsPutToThePeer() {
        asked(after(0), 0, page(1, 10));
        // The core took half of the page, and asks from there.
        Answer half = page(6, 15);
        assertThat(asked(after(5), 2, half)).isSameAs(half);
        assertThat(sent).containsExactly(after(0), after(10), after(5), after(15));
        ahead.forget();
        Answer again = page(16, HEAD);
        assertThat(asked(after(15), 4, again)).isSameAs(again);
    }

    @Test
    void whatFailedBeforeItWasWantedIsAskedAgain() {
        asked(after(0), 0, page(1, 10));
        answers.get(1).complete(new Answer.Failed("reset"));
        Answer second = page(11, 20);
        assertThat(asked(after(10), 2, second)).isSameAs(second);
        assertThat(sent.subList(0, 3)).containsExactly(after(0), after(10), after(10));
    }

    @Test
    void whatFailsWhileItIsWantedHasFailed() {
        asked(after(0), 0, page(1, 10));
        assertThat(asked(after(10), 1, new Answer.Failed("reset"))).isEqualTo(new Answer.Failed("reset"));
        assertThat(sent).hasSize(2);
    }

    @Test
    void nothingIsReadAheadOfWhatHasNoOrderOrNoEnd() {
        asked(new AskOps(LINE, 0, 10, true), 0, page(1, 10));
        asked(new AskOps(new Origin("rep_ffffffffffff"), 0, 10, false), 1, page(1, 10));
        asked(after(HEAD), 2, page(1, 0));
        assertThat(sent).hasSize(3);
    }
}
