package io.meshlog.sim.check;

import io.meshlog.op.Op;
import io.meshlog.sim.draw.Mix;
import io.meshlog.sim.world.Views;
import io.meshlog.sim.world.Views.Owed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * M1, M3, M4 with every commit, for the asks that it can have changed anything for: what it touched, and what shares a
 * word with that. Confined to its run.
 */
final class MailChecks {
    private static final String EVERYONE = "*";

    private final Views folds;
    private final Met met;

    /** @param folds views where a log has none beside it */
    MailChecks(Views folds, Met met) {
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
        check(mirror, mirror.rows.keySet(), Collections.emptySet());
    }

    /**
     * @param touched ids of events that are not what they were
     * @param words of ops that are held no more
     */
    void check(Mirror mirror, Set<String> touched, Set<String> words) {
        Set<String> near = new LinkedHashSet<>(words);
        for (String event : touched) {
            for (Issued op : mirror.carriersOf(event)) {
                if (op.isTalk) {
                    near.addAll(op.words);
                }
            }
        }
        if (near.isEmpty()) {
            return;
        }
        Set<String> asks = TalkOracle.asks(talk(mirror, near));
        for (String word : near) {
            // What was withdrawn is owed no more.
            if (mirror.owed.containsKey(word)) {
                asks.add(word);
            }
        }
        if (asks.isEmpty()) {
            return;
        }
        Set<String> wider = new LinkedHashSet<>();
        for (String ask : asks) {
            wider.add(ask);
            for (Issued op : mirror.carriersOf(ask)) {
                wider.addAll(op.words);
            }
        }
        compare(mirror, asks, talk(mirror, wider));
    }

    /** All ops of the events that have one of these words. */
    private static List<Issued> talk(Mirror mirror, Set<String> words) {
        Set<String> events = new LinkedHashSet<>();
        for (String word : words) {
            List<Issued> of = mirror.talk.get(word);
            for (Issued op : of == null ? List.<Issued>of() : of) {
                events.add(op.event());
            }
        }
        List<Issued> ops = new ArrayList<>();
        for (String event : events) {
            ops.addAll(mirror.carriersOf(event));
        }
        return ops;
    }

    private void compare(Mirror mirror, Set<String> asks, List<Issued> ops) {
        TalkOracle oracle = new TalkOracle(ops);
        SortedSet<String> agents = new TreeSet<>();
        for (String ask : asks) {
            for (Issued e : oracle.carriers(ask)) {
                agents.add(e.to.isEmpty() ? e.agent : e.to);
                agents.add(e.agent);
            }
        }
        List<Op> about = new ArrayList<>(ops.size());
        ops.forEach(issued -> about.add(issued.op));
        SortedMap<String, List<Owed>> told = views(mirror).owed(about, agents);
        Map<String, String> owed = new LinkedHashMap<>();
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

    private static List<Owed> of(List<Owed> owed, Set<String> asks) {
        List<Owed> of = new ArrayList<>(owed.size());
        for (Owed item : owed) {
            if (asks.contains(item.event())) {
                of.add(item);
            }
        }
        return of;
    }

    private static void take(Mirror mirror, String ask, @org.jspecify.annotations.Nullable String now) {
        String before = now == null ? mirror.owed.remove(ask) : mirror.owed.put(ask, now);
        mirror.owedSum -= before == null ? 0 : Mix.of(Mix.of(3, ask), before);
        mirror.owedSum += now == null ? 0 : Mix.of(Mix.of(3, ask), now);
    }

    private void meets(TalkOracle oracle, Set<String> asks, SortedSet<String> agents) {
        for (String ask : asks) {
            for (String agent : agents) {
                boolean isAsked = oracle.isAsked(ask, agent);
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
