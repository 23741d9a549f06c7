package io.meshlog.view;

import io.meshlog.replica.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the folds give, as the texts that {@link NaiveViews} writes. */
final class ViewTexts {
    private final EventSet set;
    private final Claims claims;

    ViewTexts(EventSet set) {
        this.set = set;
        this.claims = Claims.of(set);
    }

    List<String> owed(String agent) {
        return Mailbox.of(set, claims, agent).owed().stream()
                .map(o -> o.event().id() + " superseded=" + o.superseded() + " claimed_by=" + o.claimedBy())
                .toList();
    }

    List<String> owedIds(String agent) {
        return Mailbox.of(set, claims, agent).owed().stream()
                .map(o -> o.event().id())
                .toList();
    }

    List<String> news(String agent) {
        return Mailbox.of(set, claims, agent).news().stream().map(Shown::id).toList();
    }

    List<String> thread(String id) {
        Conversation thread = Conversation.of(set, claims, id);
        List<String> lines = new ArrayList<>();
        for (Shown event : thread.events()) {
            String claim = "";
            for (Claims.Claim c : thread.claims()) {
                if (c.said().equals(event.said())) {
                    claim = c.won() ? " won" : " lost";
                }
            }
            lines.add(event.id() + claim);
        }
        lines.add("state " + thread.state());
        return lines;
    }

    List<String> agents() {
        return Agents.of(set).stream()
                .map(a -> a.name() + " " + a.seen().hlc() + " " + a.seen().createdAt() + " " + a.devices() + " "
                        + a.replicas() + " " + a.caseClashes())
                .toList();
    }

    List<String> conflicts(List<Line> lines) {
        return Conflicts.of(set, claims, lines).stream().map(ViewTexts::text).toList();
    }

    private static String text(Conflict conflict) {
        String kind = conflict.kind().name().toLowerCase(Locale.ROOT) + " ";
        if (conflict instanceof Conflict.IdConflict c) {
            return kind + c.visible().id();
        } else if (conflict instanceof Conflict.Fork c) {
            return kind + c.line() + "#" + c.lastSeq() + " " + c.branches();
        } else if (conflict instanceof Conflict.ClaimLost c) {
            return kind + c.lost().eventId();
        } else if (conflict instanceof Conflict.ContradictoryTerminals c) {
            List<String> ids = c.words().stream().map(Said::eventId).toList();
            return kind + (c.about().isNamed() ? "event " : "thread ")
                    + c.about().id() + " " + ids;
        } else if (conflict instanceof Conflict.ClockAnomaly c) {
            return kind + c.said().eventId();
        }
        Conflict.Quarantine c = (Conflict.Quarantine) conflict;
        return kind + c.op().origin() + String.format(Locale.ROOT, "#%019d", c.op().seq());
    }

    /** Everything, for a few agents and threads. */
    List<String> all(List<Line> lines) {
        List<String> all = new ArrayList<>(agents());
        all.addAll(conflicts(lines));
        for (String agent : RandomOps.AGENTS) {
            all.add(agent + " owes " + owed(agent) + ", has news " + news(agent));
        }
        for (String thread : RandomOps.THREADS) {
            all.add(thread + " " + thread(thread));
        }
        return all;
    }
}
