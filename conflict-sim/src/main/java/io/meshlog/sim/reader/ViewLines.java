package io.meshlog.sim.reader;

import io.meshlog.sim.world.Views;
import io.meshlog.view.Agents;
import io.meshlog.view.Claims;
import io.meshlog.view.Conflict;
import io.meshlog.view.Said;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What views say, in the lines that {@link Views} has. Stateless. */
public final class ViewLines {
    private ViewLines() {}

    public static List<String> owed(List<Views.Owed> owed) {
        return owed.stream()
                .map(o -> o.event() + " superseded=" + o.superseded() + " claimed_by=" + o.claimedBy())
                .toList();
    }

    /** @param events ids in merge order */
    public static List<String> thread(@Nullable String state, List<String> events, List<Claims.Claim> claims) {
        List<String> lines = new ArrayList<>();
        lines.add("state " + state);
        for (String event : events) {
            String claim = "";
            for (Claims.Claim c : claims) {
                if (c.said().eventId().equals(event)) {
                    claim = c.won() ? " won" : " lost";
                }
            }
            lines.add(event + claim);
        }
        return lines;
    }

    public static String agent(Agents.Agent a) {
        return a.name() + " " + a.seen().hlc() + " " + a.seen().createdAt() + " " + a.devices() + " " + a.replicas()
                + " " + a.caseClashes();
    }

    /** Adds lost claims and all other conflicts. */
    public static void conflicts(List<Conflict> all, SortedMap<String, List<String>> to) {
        List<String> claims = new ArrayList<>();
        List<String> others = new ArrayList<>();
        for (Conflict conflict : all) {
            if (conflict instanceof Conflict.ClaimLost c) {
                claims.add(c.lost().eventId() + " lost to " + c.winner().eventId());
            } else {
                others.add(text(conflict));
            }
        }
        to.put("claims", claims);
        to.put("conflicts", others);
    }

    private static String text(Conflict conflict) {
        String kind = conflict.kind().name().toLowerCase(Locale.ROOT) + " ";
        if (conflict instanceof Conflict.IdConflict c) {
            return kind + c.visible().id();
        } else if (conflict instanceof Conflict.Fork c) {
            return kind + c.line() + "#" + c.lastSeq() + " " + c.branches();
        } else if (conflict instanceof Conflict.ContradictoryTerminals c) {
            List<String> ids = c.words().stream().map(Said::eventId).toList();
            return kind + (c.about().isNamed() ? "event " : "thread ")
                    + c.about().id() + " " + ids;
        } else if (conflict instanceof Conflict.ClockAnomaly c) {
            return kind + c.said().eventId();
        } else if (conflict instanceof Conflict.Quarantine c) {
            return kind + c.op().origin() + "#" + c.op().seq();
        }
        return kind;
    }
}
