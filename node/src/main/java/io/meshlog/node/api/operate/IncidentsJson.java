package io.meshlog.node.api.operate;

import io.meshlog.node.json.JsonOut;
import io.meshlog.node.sync.Incidents;
import io.meshlog.replica.Incident;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Incidents as {@code /statusz} and {@code /admin/sync} tell them: every kind is named, those that never were as 0. */
final class IncidentsJson {
    private IncidentsJson() {}

    /** {@code {"counts", "last"}}. */
    static String write(Incidents incidents) {
        List<String> last = new ArrayList<>();
        for (Incidents.Seen seen : incidents.last()) {
            Incident incident = seen.incident();
            last.add(new JsonOut()
                    .text("kind", name(incident.kind()))
                    .text("peer", seen.peer())
                    .text("about", incident.origin())
                    .number("origin_seq", incident.seq())
                    .text("detail", incident.detail())
                    .text("first_seen_at", EstateJson.time(seen.atMillis()))
                    .build());
        }
        return new JsonOut()
                .json("counts", counts(incidents.counts()))
                .array("last", last)
                .build();
    }

    static String counts(Map<Incident.Kind, Long> counts) {
        JsonOut out = new JsonOut();
        for (Incident.Kind kind : Incident.Kind.values()) {
            out.number(name(kind), counts.getOrDefault(kind, 0L));
        }
        return out.build();
    }

    private static String name(Incident.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
