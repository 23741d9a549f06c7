package io.meshlog.sim.check;

import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.sim.world.Asked;
import io.meshlog.sim.world.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** V5, H1, H2, H10, K1, K2: an op that its author makes durable. Confined to its run. */
final class AuthorChecks {
    private final Ledger ledger;
    private final Names names;
    private final Met met;
    private final Map<String, Origin> stamps = new LinkedHashMap<>();
    private final Map<Long, Origin> millis = new LinkedHashMap<>();
    private final Map<String, List<Issued>> claims = new LinkedHashMap<>();

    AuthorChecks(Ledger ledger, Names names, Met met) {
        this.ledger = ledger;
        this.names = names;
        this.met = met;
    }

    Issued authored(Mirror mirror, Op op, long physicalMillis) {
        Issued tip = mirror.tips.get(mirror.self);
        long expected = tip == null ? 1 : tip.op.seq() + 1;
        String me = mirror.replica;
        if (op.seq() != expected) {
            throw new Violation(
                    Invariant.V5,
                    "number",
                    names.of(op),
                    me,
                    me + " wrote " + names.of(op) + "; its next number is " + expected);
        }
        List<Issued> same = mirror.carriersOf(op.eventId());
        if (!same.isEmpty()) {
            boolean isKeyed = Asked.isKeyed(op.eventId());
            throw new Violation(
                    isKeyed ? Invariant.K1 : Invariant.K2,
                    isKeyed ? "again" : "taken-id",
                    names.of(op),
                    me,
                    me + " wrote " + names.of(op) + " under event id " + op.eventId() + ", which "
                            + same.get(0).shortName + " had there already");
        }
        Issued issued = ledger.issue(op, tip, me);
        if (issued.stamp.compareTo(mirror.lastStamp) <= 0) {
            throw new Violation(
                    Invariant.H1,
                    "stamp",
                    issued.shortName,
                    me,
                    issued.shortName + " is stamped " + issued.stamp + ", not after " + mirror.lastStamp + ", which "
                            + me + " issued before");
        }
        if (tip != null && issued.stamp.compareTo(tip.stamp) <= 0) {
            throw new Violation(
                    Invariant.H10,
                    "order",
                    issued.shortName,
                    me,
                    issued.shortName + " is stamped " + issued.stamp + ", " + tip.shortName + " before it "
                            + tip.stamp);
        }
        if (issued.stamp.compareTo(mirror.sane) <= 0) {
            throw new Violation(
                    Invariant.H2,
                    "stamp",
                    issued.shortName,
                    me,
                    issued.shortName + " is stamped " + issued.stamp + "; an op stamped " + mirror.sane
                            + " was applied before");
        }
        meets(mirror, issued, physicalMillis);
        mirror.lastStamp = issued.stamp;
        mirror.tips.put(mirror.self, issued);
        return issued;
    }

    private void meets(Mirror mirror, Issued issued, long physicalMillis) {
        if (physicalMillis < mirror.physicalMax) {
            met.note(Met.Situation.BACKWARD);
        }
        if (TalkOracle.isClaim(issued)) {
            List<Issued> same = claims.computeIfAbsent(issued.about, a -> new ArrayList<>());
            same.add(issued);
            if (same.stream().anyMatch(other -> other != issued && !mirror.held.get(other.id))) {
                met.note(Met.Situation.CLAIMS_AT_TWO);
            }
        }
        Origin sameStamp = stamps.put(issued.stamp, issued.base());
        if (sameStamp != null && !sameStamp.equals(issued.base())) {
            met.note(Met.Situation.TIE);
        }
        Origin sameMillis = millis.put(issued.millis, issued.base());
        if (sameMillis != null && !sameMillis.equals(issued.base())) {
            met.note(Met.Situation.EQUAL_PHYSICAL);
        }
    }
}
