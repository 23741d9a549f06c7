package io.meshlog.wire;

import io.meshlog.op.Digest;
import io.meshlog.op.JsonText;
import io.meshlog.op.Op;
import java.util.List;

/** An event as readers get it: every wire field, {@code seq}, and what only this replica knows in {@code local}. */
public final class EventCodec {
    private EventCodec() {}

    /**
     * What only this replica knows of an event (spec §3.1).
     *
     * @param pending ids of artifacts that the event names and that are not here yet
     * @param revised its visible payload changed after it was first delivered
     * @param unverified it came without a chain, as far as its relay can be trusted
     * @param conflict ops that carry it say different things
     */
    public record Local(List<String> pending, boolean revised, boolean unverified, boolean conflict) {
        boolean isEmpty() {
            return pending.isEmpty() && !revised && !unverified && !conflict;
        }
    }

    /**
     * Without {@code sig}: which ops a replica keeps a signature of depends on how they reached it, and replicas that
     * hold the same ops must give the same answer.
     *
     * @param seq delivery position on this replica
     */
    public static String toReader(Op op, long seq, Local local) {
        StringBuilder out = WireFields.open(new StringBuilder(1024).append('{'), op, null);
        out.append(",\"seq\":").append(seq);
        Digest chain = op.chain();
        if (chain != null) {
            out.append(",\"chain\":\"").append(chain.hex()).append('"');
        }
        if (!local.isEmpty()) {
            write(out, local);
        }
        return out.append('}').toString();
    }

    private static void write(StringBuilder out, Local local) {
        out.append(",\"local\":{");
        int at = out.length();
        if (!local.pending.isEmpty()) {
            out.append("\"pending\":[");
            for (int i = 0; i < local.pending.size(); i++) {
                JsonText.quote(out.append(i == 0 ? "" : ","), local.pending.get(i));
            }
            out.append(']');
        }
        flag(out, at, "revised", local.revised);
        flag(out, at, "unverified", local.unverified);
        flag(out, at, "conflict", local.conflict);
        out.append('}');
    }

    private static void flag(StringBuilder out, int start, String name, boolean set) {
        if (set) {
            out.append(out.length() == start ? "" : ",")
                    .append('"')
                    .append(name)
                    .append("\":true");
        }
    }
}
