package io.meshlog.view;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who took what on: the earliest claim about a thing wins, everywhere the same (spec §6). Immutable once made. */
public final class Claims {
    private final SortedMap<About, List<Said>> contending = new TreeMap<>();

    /** @param won whether it is the earliest about its thing */
    public record Claim(Said said, boolean won) {}

    private Claims(EventSet set) {
        for (Shown event : set.events()) {
            if (isClaim(event.said())) {
                contending
                        .computeIfAbsent(About.of(event.said()), about -> new ArrayList<>())
                        .add(event.said());
            }
        }
    }

    public static Claims of(EventSet set) {
        return new Claims(set);
    }

    public static boolean isClaim(Said said) {
        return Clearing.CLAIMED.equals(said.status());
    }

    /** Claims by what they are about, each list in merge order: its first has won. */
    public SortedMap<About, List<Said>> contending() {
        return contending;
    }

    /** The claims among these events, in their order. */
    public List<Claim> among(List<Shown> events) {
        return events.stream()
                .map(Shown::said)
                .filter(Claims::isClaim)
                .map(said -> new Claim(said, said.equals(winner(About.of(said)))))
                .toList();
    }

    public @Nullable Said winner(About about) {
        List<Said> claims = contending.get(about);
        return claims == null ? null : claims.get(0);
    }

    /** Who has an ask: the winner of the claims that name it, else the earliest that won a thread which it is in. */
    public @Nullable String claimedBy(Said ask) {
        Said named = winner(About.event(ask.eventId()));
        if (named != null) {
            return named.fromAgent();
        }
        Said own = winner(About.thread(ask.eventId()));
        String thread = ask.correlationId();
        Said shared = thread == null ? null : winner(About.thread(thread));
        Said first = own == null || shared != null && shared.merge().compareTo(own.merge()) < 0 ? shared : own;
        return first == null ? null : first.fromAgent();
    }
}
