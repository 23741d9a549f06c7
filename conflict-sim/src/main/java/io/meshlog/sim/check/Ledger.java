package io.meshlog.sim.check;

import io.meshlog.op.ArtifactRef;
import io.meshlog.op.Digest;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.sim.world.Names;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Every op that was ever issued. Chained ops enter when their author makes them durable, loose ones when first met. */
final class Ledger {
    private final Names names;
    private final List<Issued> all = new ArrayList<>();
    private final Map<Digest, Issued> chained = new LinkedHashMap<>();
    private final Map<String, Issued> loose = new LinkedHashMap<>();
    /** Digests that chained ops were signed with, by the artifact. */
    private final Map<String, List<String>> signed = new LinkedHashMap<>();

    Ledger(Names names) {
        this.names = names;
    }

    private static String looseKey(Op op) {
        return op.origin().name() + '#' + op.seq() + '(' + op.eventId() + ')' + Naive.content(op.fields());
    }

    static String chainOf(Op op) {
        return op.chain() == null ? "" : op.chain().hex();
    }

    @Nullable
    Issued find(Op op) {
        Digest chain = op.chain();
        return chain == null ? loose.get(looseKey(op)) : find(op.origin(), op.seq(), chain);
    }

    /** The chained op at an address. */
    @Nullable
    Issued find(Origin base, long seq, Digest chain) {
        Issued found = chained.get(chain);
        return found != null && found.op.seq() == seq && found.base().equals(base) ? found : null;
    }

    /** A chained op of an author, after another of the same line or none. */
    Issued issue(Op op, @Nullable Issued parent, String author) {
        String chain = chainOf(op);
        byte[] before = HexFormat.of().parseHex(parent == null ? Naive.ROOT : parent.chain);
        String expected = Naive.sha(before, Naive.canonical(op.fields()));
        if (!expected.equals(chain)) {
            throw new Violation(
                    Invariant.V6,
                    "chain",
                    names.of(op),
                    author,
                    names.of(op) + " was issued with chain " + chain.substring(0, 16) + "…; its content after "
                            + (parent == null ? "nothing" : parent.shortName) + " gives "
                            + expected.substring(0, 16) + "…");
        }
        return add(op, parent, chain);
    }

    /** A loose op: nothing proves where it came from. */
    Issued met(Op op) {
        Issued known = find(op);
        return known != null ? known : add(op, null, "");
    }

    private Issued add(Op op, @Nullable Issued parent, String chain) {
        Issued issued = new Issued(all.size(), op, parent, chain, names.of(op));
        all.add(issued);
        if (op.chain() == null) {
            loose.put(looseKey(op), issued);
        } else {
            chained.put(op.chain(), issued);
            Event event = op.eventOrNull();
            for (ArtifactRef ref :
                    event == null ? List.<ArtifactRef>of() : event.stamp().artifacts()) {
                signed.computeIfAbsent(ref.id(), id -> new ArrayList<>())
                        .add(ref.sha256().hex());
            }
        }
        return issued;
    }

    /** What any op of anyone was signed with for an artifact. */
    List<String> signedDigests(String artifactId) {
        List<String> digests = signed.get(artifactId);
        return digests == null ? List.of() : digests;
    }

    /** The event of an op, by the op's short name; null where there is no such op. */
    @Nullable
    String eventOf(String shortName) {
        for (Issued issued : all) {
            if (issued.shortName.equals(shortName)) {
                return issued.op.eventId();
            }
        }
        return null;
    }

    Issued get(int id) {
        return all.get(id);
    }

    List<Issued> all() {
        return all;
    }
}
