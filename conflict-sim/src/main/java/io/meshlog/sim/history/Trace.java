package io.meshlog.sim.history;

import io.meshlog.drive.Driver;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Input;
import io.meshlog.replica.Line;
import io.meshlog.replica.Question;
import io.meshlog.replica.RecoveredState;
import io.meshlog.replica.Served;
import io.meshlog.sim.draw.Mix;
import io.meshlog.vector.Head;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * The hash of everything that every replica took and did, in order: equal hashes mean equal runs. What it covers does
 * not depend on what a log is kept on. Confined to its run.
 */
public final class Trace {
    private final LongSupplier now;
    private long hash = 1;
    private long steps;

    /** @param now virtual milliseconds */
    public Trace(LongSupplier now) {
        this.now = now;
    }

    /** 16 hex digits. */
    public String hash() {
        String hex = Long.toHexString(hash);
        return "0".repeat(16 - hex.length()) + hex;
    }

    /** How many steps the core took. */
    public long steps() {
        return steps;
    }

    private void add(long value) {
        hash = Mix.of(hash, value);
    }

    private void add(String text) {
        hash = Mix.of(hash, text);
    }

    /** Sees one replica's steps. */
    public Driver.Tap tap(String replica) {
        return new Driver.Tap() {
            @Override
            public void recovered(RecoveredState state) {
                add(now.getAsLong());
                add(replica);
                add(state.self().name());
                add(state.nextSeq());
                add(state.clock().millis());
                state.lines().values().forEach(Trace.this::line);
            }

            @Override
            public void step(Input input, Facts facts, List<Effect> effects) {
                steps++;
                add(now.getAsLong());
                add(replica);
                input(input);
                effects.forEach(Trace.this::effect);
            }
        };
    }

    private void input(Input input) {
        add(input.getClass().getSimpleName());
        if (input instanceof Input.Append append) {
            add(append.nowMillis());
            append.requests().forEach(request -> add(request.eventId()));
        } else if (input instanceof Input.Batch batch) {
            add(batch.nowMillis());
            batch.events().forEach(request -> add(request.eventId()));
        } else if (input instanceof Input.PeerAnswered answered) {
            add(answered.peer());
            Answer answer = answered.answer();
            add(answer.getClass().getSimpleName());
            if (answer instanceof Answer.Ops ops) {
                add(ops.page().ops().size());
            }
        }
    }

    private void effect(Effect effect) {
        if (effect instanceof Commit commit) {
            commit(commit);
        } else if (effect instanceof Effect.Ask ask) {
            add(ask.peer());
            question(ask.question());
        } else if (effect instanceof Effect.Answered answered) {
            add(answered.request());
            add(answered.outcome().getClass().getSimpleName());
        } else if (effect instanceof Effect.Publish publish) {
            served(publish.served());
        } else if (effect instanceof Effect.Report report) {
            add(report.incident().detail());
        } else if (effect instanceof Effect.RoundEnded ended) {
            add(ended.peer());
            add(ended.result().applied());
            add(ended.result().refusals().size());
        } else if (effect instanceof Effect.Sign sign) {
            add(sign.chain().w0());
        } else {
            add(effect.getClass().getSimpleName());
        }
    }

    private void commit(Commit commit) {
        add(commit.nextSeq());
        commit.ops().forEach(op -> add(op.op().digest().w0()));
        commit.events().forEach(row -> {
            add(row.eventId());
            add(row.seq());
        });
        commit.lines().forEach(this::line);
        commit.dropped().forEach(key -> add(key.seq()));
        Origin identity = commit.identity();
        add(identity == null ? "" : identity.name());
        if (commit.clock() != null) {
            add(commit.clock().millis());
            add(commit.clock().counter());
        }
    }

    private void line(Line line) {
        add(line.name().name());
        add(line.seq());
        add(line.signedSeq());
        add(line.chain().w0());
    }

    private void question(Question question) {
        add(question.getClass().getSimpleName());
        if (question instanceof Question.AskOps ops) {
            add(ops.origin().name());
            add(ops.after());
        } else if (question instanceof Question.AskChain chain) {
            add(chain.seq());
        }
    }

    private void served(Served served) {
        add(served.tipSeq());
        for (Head head : served.frontier().heads().values()) {
            add(head.seq());
            add(head.chain().w0());
        }
        served.frontier().loose().values().forEach(loose -> add(loose.digest().w0()));
    }
}
