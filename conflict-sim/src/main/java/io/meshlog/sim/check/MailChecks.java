package io.meshlog.sim.check;

import io.meshlog.op.Op;
import io.meshlog.sim.draw.Mix;
import io.meshlog.sim.world.Views;
import io.meshlog.sim.world.Views.Owed;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * M1, M3, M4 with every commit, for the asks that it can have changed anything for: what it touched, and what shares a
 * word with that. Confined to its run.
 */
final class MailChecks {
    private static final String EVERYONE = "*";

    private final Ledger ledger;
    private final Views folds;
    private final Met met;

    /** @param folds views where a log has none beside it */
    MailChecks(Ledger ledger, Views folds, Met met) {
        this.ledger = ledger;
        this.folds = folds;
        this.met = met;
    }

    Views views(Mirror mirror) {
        return mirror.kept == null ? folds : mirror.kept;
    }

    /** Everything anew, of a directory that came from elsewhere. */
    void recount(Mirror mirror) {
        mirror.owed.clear();
        mirror.owedSum = 0;
        check(mirror, new TreeSet<>(mirror.rows.keySet()), new TreeSet<>());
    }

    /**
     * @param touched ids of events that are not what they were
     * @param words of ops that are held no more
     */
    void check(Mirror mirror, SortedSet<String> touched, SortedSet<String> words) {
        SortedSet<String> near = new TreeSet<>(words);
        for (String event : touched) {
            for (int id : mirror.carriers.getOrDefault(event, List.of())) {
                if (ledger.get(id).isTalk()) {
                    near.addAll(ledger.get(id).words());
                }
            }
        }
        if (near.isEmpty()) {
            return;
        }
        SortedSet<String> asks = new TreeSet<>(new TalkOracle(talk(mirror, near)).asks());
        // What was withdrawn is owed no more.
        near.stream().filter(mirror.owed::containsKey).forEach(asks::add);
        if (asks.isEmpty()) {
            return;
        }
        SortedSet<String> wider = new TreeSet<>();
        for (String ask : asks) {
            wider.add(ask);
            for (int id : mirror.carriers.getOrDefault(ask, List.of())) {
                wider.addAll(ledger.get(id).words());
            }
        }
        compare(mirror, asks, talk(mirror, wider));
    }

    /** All ops of the events that have one of these words. */
    private List<Issued> talk(Mirror mirror, SortedSet<String> words) {
        SortedSet<String> events = new TreeSet<>();
        for (String word : words) {
            mirror.talk
                    .getOrDefault(word, List.of())
                    .forEach(id -> events.add(ledger.get(id).event()));
        }
        List<Issued> ops = new ArrayList<>();
        events.forEach(event -> mirror.carriers.getOrDefault(event, List.of()).forEach(id -> ops.add(ledger.get(id))));
        return ops;
    }

    private void compare(Mirror mirror, SortedSet<String> asks, List<Issued> ops) {
        TalkOracle oracle = new TalkOracle(ops);
        SortedSet<String> agents = new TreeSet<>();
        for (String ask : asks) {
            for (Issued e : oracle.carriers(ask)) {
                agents.add(e.to.isEmpty() ? e.agent : e.to);
                agents.add(e.agent);
            }
        }
        List<Op> about = ops.stream().map(issued -> issued.op).toList();
        SortedMap<String, List<Owed>> told = views(mirror).owed(about, agents);
        SortedMap<String, String> owed = new TreeMap<>();
        for (String agent : agents) {
            List<Owed> is = of(told.getOrDefault(agent, List.of()), asks);
            List<Owed> mustBe = of(oracle.owed(agent), asks);
            if (!is.equals(mustBe)) {
                throw differs(mirror, oracle, agent, is, mustBe);
            }
            is.forEach(item -> owed.merge(
                    item.event(), agent + " " + item.superseded() + " " + item.claimedBy(), (a, b) -> a + "; " + b));
        }
        meets(oracle, asks, agents);
        asks.forEach(ask -> take(mirror, ask, owed.get(ask)));
    }

    private static List<Owed> of(List<Owed> owed, SortedSet<String> asks) {
        return owed.stream().filter(item -> asks.contains(item.event())).toList();
    }

    private static void take(Mirror mirror, String ask, @org.jspecify.annotations.Nullable String now) {
        String before = now == null ? mirror.owed.remove(ask) : mirror.owed.put(ask, now);
        mirror.owedSum -= before == null ? 0 : Mix.of(Mix.of(3, ask), before);
        mirror.owedSum += now == null ? 0 : Mix.of(Mix.of(3, ask), now);
    }

    private void meets(TalkOracle oracle, SortedSet<String> asks, SortedSet<String> agents) {
        for (String ask : asks) {
            for (String agent : agents) {
                boolean isAsked =
                        oracle.carriers(ask).stream().anyMatch(e -> TalkOracle.isAsk(e) && e.to.equals(agent));
                if (isAsked && !oracle.isOwed(ask, agent)) {
                    met.note(Met.Situation.CLEARED);
                } else if (isAsked && oracle.isAnsweredTooEarly(ask, agent)) {
                    met.note(Met.Situation.TOO_EARLY);
                }
            }
        }
    }

    private static Violation differs(Mirror mirror, TalkOracle oracle, String agent, List<Owed> is, List<Owed> mustBe) {
        List<String> told = is.stream().map(Owed::event).toList();
        List<String> expected = mustBe.stream().map(Owed::event).toList();
        String says = "owed by " + agent + " at " + mirror.replica + " is " + is + "; the ops there say " + mustBe;
        for (String event : told) {
            if (!expected.contains(event)) {
                boolean isOwn =
                        oracle.carriers(event).stream().allMatch(e -> e.agent.equals(agent) || !e.to.equals(agent));
                boolean isEveryones = agent.equals(EVERYONE);
                Invariant broken = isEveryones || isOwn ? Invariant.M4 : Invariant.M1;
                String kind = isEveryones ? "broadcast" : isOwn ? "own" : "too-many";
                return new Violation(broken, kind, event, mirror.replica, says);
            }
        }
        for (String event : expected) {
            if (!told.contains(event)) {
                boolean isEarly = oracle.isAnsweredTooEarly(event, agent);
                return new Violation(
                        isEarly ? Invariant.M3 : Invariant.M1,
                        isEarly ? "later-ask" : "too-few",
                        event,
                        mirror.replica,
                        says);
            }
        }
        for (int i = 0; i < is.size(); i++) {
            if (!is.get(i).equals(mustBe.get(i))) {
                boolean isOrder = !told.equals(expected);
                return new Violation(
                        Invariant.M1, isOrder ? "order" : "says", mustBe.get(i).event(), mirror.replica, says);
            }
        }
        throw new IllegalStateException("two lists that are equal: " + is);
    }
}
