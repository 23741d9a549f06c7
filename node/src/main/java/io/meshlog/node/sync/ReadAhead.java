package io.meshlog.node.sync;

import io.meshlog.op.Op;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Question.AskOps;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The page behind the one that is being taken, asked for before the core wants it: while one is committed the next is on
 * its way. The core never knows: an answer is to the very question that it asks, only sooner there. Confined to the
 * peer's verticle.
 */
final class ReadAhead {
    private final Function<AskOps, CompletionStage<Answer>> send;
    private final BiPredicate<AskOps, Long> goesOn;
    private @Nullable AskOps question;
    private @Nullable CompletionStage<Answer> answer;

    /** @param goesOn whether the peer told of more in the line of a question than up to this seq */
    ReadAhead(Function<AskOps, CompletionStage<Answer>> send, BiPredicate<AskOps, Long> goesOn) {
        this.send = send;
        this.goesOn = goesOn;
    }

    /** The answer, from where it is known already or from the peer. What was read ahead for another question is let go. */
    CompletionStage<Answer> ask(AskOps asked) {
        CompletionStage<Answer> early = asked.equals(question) ? answer : null;
        forget();
        CompletionStage<Answer> taken = early == null || hasFailed(early) ? send.apply(asked) : early;
        return taken.thenApply(page -> {
            goOn(asked, page);
            return page;
        });
    }

    /** What failed before it was wanted may go well now. */
    private static boolean hasFailed(CompletionStage<Answer> early) {
        Answer known = early.toCompletableFuture().getNow(null);
        return known != null && !(known instanceof Answer.Ops);
    }

    private void goOn(AskOps asked, Answer taken) {
        if (asked.loose() || !(taken instanceof Answer.Ops ops) || ops.page().refusal() != null) {
            return;
        }
        List<Op> page = ops.page().ops();
        long last = page.isEmpty() ? 0 : page.get(page.size() - 1).seq();
        if (last > asked.after() && goesOn.test(asked, last)) {
            AskOps next = new AskOps(asked.origin(), last, asked.limit(), false);
            question = next;
            answer = send.apply(next);
        }
    }

    /** A round begins, or another line: what is on its way concerns nobody. */
    void forget() {
        question = null;
        answer = null;
    }
}
