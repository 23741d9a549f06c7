package io.meshlog.node.api.read;

import io.meshlog.node.json.JsonOut;
import io.meshlog.op.Op;
import io.meshlog.op.Reading;
import io.meshlog.view.About;
import io.meshlog.view.Conflict;
import io.meshlog.view.Said;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Conflicts as people and programs get them: a kind, and what it is about by ids that can be asked for. Stateless. */
final class ConflictJson {
    /** How many ops or replies one conflict names; the count says of how many. */
    static final int PARTIES_MAX = 64;

    private ConflictJson() {}

    static String of(Conflict conflict) {
        JsonOut out = new JsonOut().text("kind", conflict.kind().name().toLowerCase(Locale.ROOT));
        if (conflict instanceof Conflict.IdConflict c) {
            idConflict(out, c);
        } else if (conflict instanceof Conflict.Fork c) {
            out.text("origin", c.line().name())
                    .number("last_seq", c.lastSeq())
                    .texts(
                            "branches",
                            c.branches().stream().map(branch -> branch.name()).toList());
        } else if (conflict instanceof Conflict.ClaimLost c) {
            said(about(out, About.of(c.lost())), c.lost())
                    .json("winner", said(new JsonOut(), c.winner()).build());
        } else if (conflict instanceof Conflict.ContradictoryTerminals c) {
            about(out, c.about())
                    .array(
                            "replies",
                            c.words().stream()
                                    .limit(PARTIES_MAX)
                                    .map(word -> said(new JsonOut(), word)
                                            .text("status", word.status())
                                            .build())
                                    .toList())
                    .number("count", c.words().size());
        } else if (conflict instanceof Conflict.ClockAnomaly c) {
            said(out, c.said())
                    .text("origin_replica", c.said().merge().origin().name())
                    .text("reason", c.reason());
        } else if (conflict instanceof Conflict.Quarantine c) {
            quarantine(out, c.op());
        }
        return out.build();
    }

    private static void idConflict(JsonOut out, Conflict.IdConflict c) {
        List<Op> ops = new ArrayList<>(c.visible().hidden());
        ops.add(0, c.visible().op());
        out.text("event_id", c.visible().id())
                .array(
                        "ops",
                        ops.stream().limit(PARTIES_MAX).map(ConflictJson::op).toList())
                .number("count", ops.size());
    }

    private static String op(Op op) {
        return address(new JsonOut(), op).text("payload", op.payload().hex()).build();
    }

    private static JsonOut address(JsonOut out, Op op) {
        return out.text("origin_replica", op.origin().name()).number("origin_seq", op.seq());
    }

    private static JsonOut said(JsonOut out, Said said) {
        return out.text("event_id", said.eventId())
                .text("agent", said.fromAgent())
                .text("hlc", said.hlc().text());
    }

    private static JsonOut about(JsonOut out, About about) {
        return out.text(about.isNamed() ? "ack_of" : "thread", about.id());
    }

    private static void quarantine(JsonOut out, Op op) {
        Reading.Unreadable reading = (Reading.Unreadable) op.reading();
        address(out, op)
                .text("event_id", reading.eventId().isEmpty() ? null : reading.eventId())
                .text("field", reading.field())
                .text("reason", reading.reason());
    }
}
