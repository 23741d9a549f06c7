package io.meshlog.replica;

import io.meshlog.op.Limits;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What a page must look like before anything of it is taken, and what a step must know to take it. */
final class PageRules {
    private PageRules() {}

    /** @return what is wrong with the page as an answer to that question, or null */
    static @Nullable String refusal(OpsPage page, Question.AskOps asked) {
        if (!page.origin().equals(asked.origin())) {
            return "asked for ops of " + asked.origin() + ", got a page of " + page.origin();
        }
        int most = asked.limit() + Limits.PAGE_OVERRUN_OPS_MAX;
        if (page.ops().size() > most) {
            return "asked for " + asked.limit() + " ops of " + asked.origin() + ", got "
                    + page.ops().size();
        }
        Origin author = asked.loose() ? asked.origin() : asked.origin().base();
        long seq = asked.after();
        boolean first = true;
        for (Op op : page.ops()) {
            if (!op.origin().equals(author)) {
                return "a page of " + asked.origin() + " holds " + op;
            }
            if (!asked.loose() && !op.isChained()) {
                return op + " of a native origin came without its chain";
            }
            boolean rises = asked.loose() && !first ? op.seq() >= seq : op.seq() > seq;
            boolean gapless = asked.loose() || first || op.seq() == seq + 1;
            if (!rises || !gapless) {
                return "a page of " + asked.origin() + " has " + op.seq() + " after " + seq;
            }
            seq = op.seq();
            first = false;
        }
        return null;
    }

    static void needs(State state, OpsPage page, Needs.Builder needs) {
        List<Op> ops = page.ops();
        if (ops.isEmpty()) {
            return;
        }
        Origin base = ops.get(0).origin().base();
        long from = ops.get(0).seq();
        long to = ops.get(ops.size() - 1).seq();
        needs.chain(base, Math.max(1, from - 1), Math.min(to, state.forest.top(base)));
        SortedMap<Origin, ?> loose = state.loose.tailMap(base);
        for (Origin origin : loose.keySet()) {
            if (!origin.name().startsWith(base.name())) {
                break;
            }
            if (origin.base().equals(base)) {
                needs.loose(origin, from, to);
            }
        }
        needs.loose(ops.get(0).origin(), from, to);
        for (Op op : ops) {
            // Unreadable ones too: they may take the place of an op that carries the event.
            if (!op.eventId().isEmpty()) {
                needs.event(op.eventId());
            }
        }
        needs.artifacts(artifactIds(page));
    }

    /** Every artifact that the page's readable ops name, in order of appearance. */
    static LinkedHashSet<String> artifactIds(OpsPage page) {
        LinkedHashSet<String> ids = new LinkedHashSet<>();
        for (Op op : page.ops()) {
            ids.addAll(Arrivals.artifactIds(op));
        }
        return ids;
    }
}
