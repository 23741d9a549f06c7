package io.meshlog.sim.report;

import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.replica.Answer;
import io.meshlog.replica.Commit;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.meshlog.replica.OpKey;
import io.meshlog.replica.OpsPage;
import io.meshlog.replica.Outcome;
import io.meshlog.replica.Question;
import io.meshlog.sim.world.Names;
import java.util.ArrayList;
import java.util.List;

/** What a replica took and did, in short names: sentences without their subject, one a line. Confined to its run. */
final class StepText {
    private final Names names;
    private final boolean each;

    /** @param each whether every op gets a line of its own; else a stretch of them is one */
    StepText(Names names, boolean each) {
        this.names = names;
        this.each = each;
    }

    List<String> of(Input input, List<Effect> effects) {
        List<String> lines = new ArrayList<>();
        input(input, lines);
        Effects done = new Effects(lines);
        effects.forEach(effect -> effect.dispatchTo(done));
        return lines;
    }

    private void input(Input input, List<String> lines) {
        if (input instanceof Input.Append append) {
            append.requests().forEach(r -> lines.add("is asked to append " + r.eventId() + ", request " + r.request()));
        } else if (input instanceof Input.Batch batch) {
            lines.add("is asked to append " + batch.events().size() + " events together, request " + batch.request());
        } else if (input instanceof Input.PutArtifact put) {
            lines.add("is asked to store " + put.artifact().id() + ", request " + put.request());
        } else if (input instanceof Input.Signed signed) {
            lines.add("has a signature of " + names.of(signed.base()) + "#" + signed.seq());
        } else if (input instanceof Input.StartRound round) {
            lines.add("begins a round with " + round.peer());
        } else if (input instanceof Input.PeerAnswered answered) {
            answered(answered.peer(), answered.answer(), lines);
        } else if (input instanceof Input.Renew renew) {
            lines.add("must take a new id: " + renew.reason());
        } else if (input instanceof Input.Renewed renewed) {
            lines.add("has a new id: " + names.of(renewed.succession().oldId()) + " goes on as "
                    + names.of(renewed.succession().newId()));
        }
    }

    private void answered(String peer, Answer answer, List<String> lines) {
        String start = "hears from " + peer + ": ";
        if (answer instanceof Answer.Vector vector) {
            var frontier = vector.document().frontier();
            String held = frontier == null
                    ? names.in(vector.document().vector().toString()) + " by its vector"
                    : names.of(frontier);
            lines.add(start + "it holds " + held);
        } else if (answer instanceof Answer.VectorUnchanged) {
            lines.add(start + "nothing changed");
        } else if (answer instanceof Answer.Ops ops) {
            ops(start, ops.page(), lines);
        } else if (answer instanceof Answer.ChainPoint point) {
            lines.add(start + (point.chain() == null ? "no such point of the chain" : "a point of the chain"));
        } else if (answer instanceof Answer.ArtifactContent content) {
            String got = content.artifact() == null
                    ? "no artifact, " + content.reason()
                    : content.artifact().id();
            lines.add(start + got);
        } else if (answer instanceof Answer.Refused refused) {
            lines.add(start + "it will not, " + names.in(refused.reason()));
        } else if (answer instanceof Answer.Failed failed) {
            lines.add("hears nothing from " + peer + ": " + names.in(failed.reason()));
        }
    }

    private void ops(String start, OpsPage page, List<String> lines) {
        List<String> stretches = stretches(page.ops());
        if (stretches.isEmpty()) {
            lines.add(start + "no ops of " + names.of(page.origin()));
        }
        stretches.forEach(stretch -> lines.add(start + stretch));
        if (page.refusal() != null) {
            lines.add(start + "more that cannot be taken, " + page.refusal());
        }
    }

    private static String eventOf(Op op) {
        Event event = op.eventOrNull();
        return " (" + (event == null ? "unreadable" : op.eventId()) + ")";
    }

    /** {@code r1#5 (evt_e7)} each, or {@code r1#5…9}. */
    private List<String> stretches(List<Op> ops) {
        List<String> stretches = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= ops.size(); i++) {
            Op last = ops.get(i - 1);
            boolean goesOn = !each
                    && i < ops.size()
                    && last.isChained()
                    && ops.get(i).isChained()
                    && ops.get(i).origin().equals(last.origin())
                    && ops.get(i).seq() == last.seq() + 1;
            if (!goesOn) {
                Op first = ops.get(from);
                stretches.add(from == i - 1 ? names.of(first) + eventOf(first) : names.of(first) + "…" + last.seq());
                from = i;
            }
        }
        return stretches;
    }

    /** A line or more for each effect. */
    private final class Effects implements Effect.Handler<Boolean> {
        private final List<String> lines;

        Effects(List<String> lines) {
            this.lines = lines;
        }

        @Override
        public Boolean commit(Commit commit) {
            List<String> parts = new ArrayList<>();
            Origin identity = commit.identity();
            if (identity != null) {
                parts.add("writes as " + names.of(identity) + " from now on");
            }
            commit.splits()
                    .forEach(split -> parts.add("ends " + names.of(split.from()) + " after " + split.lastSeq()
                            + " and goes on as " + names.of(split.to())));
            for (OpKey dropped : commit.dropped()) {
                parts.add("drops " + names.of(dropped));
            }
            stretches(commit.ops().stream().map(Commit.NewOp::op).toList()).forEach(s -> parts.add("commits " + s));
            for (Commit.EventRow row : commit.events()) {
                if (row.revised() || row.conflict()) {
                    parts.add("shows " + row.eventId() + " as " + names.of(row.visible())
                            + (row.revised() ? ", revised" : "") + (row.conflict() ? ", in conflict" : ""));
                }
            }
            commit.withdrawn().forEach(id -> parts.add("withdraws " + id));
            commit.artifacts().forEach(artifact -> parts.add("stores " + artifact.id()));
            commit.signatures()
                    .forEach(signed ->
                            parts.add("keeps the signature of " + names.of(signed.line()) + "#" + signed.seq()));
            if (parts.isEmpty()) {
                parts.add("commits what it remembers of peers and its clock");
            }
            return lines.addAll(parts);
        }

        @Override
        public Boolean answered(Effect.Answered answered) {
            Outcome outcome = answered.outcome();
            return lines.add("answers request " + answered.request() + ": " + what(outcome));
        }

        private String what(Outcome outcome) {
            if (outcome instanceof Outcome.Appended appended) {
                return (appended.replayed() ? "already there as " : "durable as ") + names.of(appended.op());
            } else if (outcome instanceof Outcome.Refused refused) {
                return "refused, " + refused.invalid();
            } else if (outcome instanceof Outcome.Differs differs) {
                return "refused, " + differs.id() + " says something else: " + String.join(", ", differs.fields());
            }
            return "stored";
        }

        @Override
        public Boolean ask(Effect.Ask ask) {
            return lines.add("asks " + ask.peer() + " for " + question(ask.question()));
        }

        private String question(Question question) {
            if (question instanceof Question.AskOps ops) {
                return (ops.loose() ? "loose ops of " : "ops of ") + names.of(ops.origin()) + " after " + ops.after();
            } else if (question instanceof Question.AskChain chain) {
                return "the chain of " + names.of(chain.origin()) + " at " + chain.seq();
            } else if (question instanceof Question.AskArtifact artifact) {
                return artifact.id();
            }
            return "its vector";
        }

        @Override
        public Boolean sign(Effect.Sign sign) {
            return lines.add("has " + names.of(sign.base()) + "#" + sign.seq() + " signed");
        }

        @Override
        public Boolean renewIdentity(Effect.RenewIdentity renew) {
            return lines.add("leaves the id " + names.of(renew.old()) + ": " + names.in(renew.reason()));
        }

        @Override
        public Boolean publish(Effect.Publish publish) {
            return lines.add("tells " + names.of(publish.served().frontier()));
        }

        @Override
        public Boolean report(Effect.Report report) {
            return lines.add("reports " + report.incident().kind() + ": "
                    + names.in(report.incident().detail()));
        }

        @Override
        public Boolean roundEnded(Effect.RoundEnded ended) {
            String failure = ended.result().failure();
            List<String> refusals = ended.result().refusals();
            return lines.add("ends the round with " + ended.peer() + ", "
                    + ended.result().applied() + " new"
                    + (refusals.isEmpty() ? "" : ", refused: " + names.in(String.join("; ", refusals)))
                    + (failure == null ? "" : ", early: " + names.in(failure)));
        }
    }
}
