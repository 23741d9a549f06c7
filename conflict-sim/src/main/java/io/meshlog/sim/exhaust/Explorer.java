package io.meshlog.sim.exhaust;

import io.meshlog.op.Op;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Line;
import io.meshlog.replica.Needs;
import io.meshlog.replica.OpKey;
import io.meshlog.replica.RecoveredState;
import io.meshlog.sim.check.Checker;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.world.Names;
import io.meshlog.sim.world.Observer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Takes each step of each replica of one setting once, through the real core, and remembers where it leads. A replica's
 * state is what its log holds, in the order in which it came: whatever leads to the same one is taken up from there
 * once. The process that goes on is always one that lived through the whole way, not one that has just recovered.
 * Confined to one exploration.
 */
final class Explorer {
    private static final int NOWHERE = -1;

    private final Setting setting;
    private final Names names = new Names();
    private final Checker checker = new Checker(names);
    private final Observer observer;
    private final SortedMap<String, Known> known = new TreeMap<>();
    private final List<Local> locals = new ArrayList<>();
    private final SortedMap<String, Integer> byState = new TreeMap<>();
    /** By the replica's state; what is looked up most. */
    private final List<Map<Step, Integer>> taken = new ArrayList<>();

    private long steps;
    private long requests;

    /** @param watching puts something between the core and the checker */
    Explorer(Setting setting, UnaryOperator<Observer> watching) {
        this.setting = setting;
        this.observer = watching.apply(checker);
    }

    /** How many steps were taken for real. */
    long steps() {
        return steps;
    }

    /** How many states of single replicas there are. */
    int states() {
        return locals.size();
    }

    Local local(int id) {
        return locals.get(id);
    }

    Local start(int process) {
        Process started = Process.first(setting.names().get(process), names);
        return reached(started, null, null, 0);
    }

    /**
     * Where a step leads.
     *
     * @return null if the process would have to die after more steps of its core than there are
     * @throws Violation if something does not hold then
     */
    @Nullable
    Local take(Local from, Step step) {
        Integer known = taken.get(from.id()).get(step);
        if (known != null) {
            return known == NOWHERE ? null : locals.get(known);
        }
        Local to = takeForReal(from, step);
        taken.get(from.id()).put(step, to == null ? NOWHERE : to.id());
        return to;
    }

    private @Nullable Local takeForReal(Local from, Step step) {
        steps++;
        Process process = replay(from);
        boolean copies = step instanceof Step.CopiedAs;
        if (copies) {
            process = process.apply(step);
        }
        String name = process.name();
        observer.placed(name, process.log(), "explored");
        process.watch(observer, requests);
        requests += 2;
        if (!copies) {
            process.apply(step);
        }
        if (step.crashAt() >= 0 && !process.crashed()) {
            return null;
        }
        RecoveredState state = process.log().recover();
        observer.recovered(name, state, process.log(), Process.NOW_MILLIS);
        int written = copies ? 0 : from.written() + (step instanceof Step.Write ? 1 : 0);
        Local to = reached(process, from, step, written);
        if (step instanceof Step.Take take && !to.held().get(take.op().id())) {
            throw new Violation(
                    Invariant.O3,
                    "offered",
                    take.op().label(),
                    name,
                    name + " lacks " + take.op().label() + " after rounds in which it was offered");
        }
        return to;
    }

    private Process replay(Local to) {
        Local before = to.before();
        Step step = to.step();
        if (before == null || step == null) {
            return Process.first(to.name(), names);
        }
        return replay(before).apply(step);
    }

    // ---- what a replica came to

    private Local reached(Process process, @Nullable Local before, @Nullable Step step, int written) {
        learn(process, before);
        RecoveredState state = process.log().recover();
        List<Known> arrivals = new ArrayList<>(before == null ? List.of() : before.arrivals());
        BitSet held = new BitSet();
        arrivals.forEach(op -> held.set(op.id()));
        for (Known op : held(process, state)) {
            if (!held.get(op.id())) {
                held.set(op.id());
                arrivals.add(op);
            }
        }
        List<Op> loose = new ArrayList<>();
        state.loose().keySet().forEach(origin -> loose.addAll(process.log().loose(origin, 0, 100, Long.MAX_VALUE)));
        boolean crashed = step != null && step.crashAt() >= 0;
        String[] events = events(process);
        String key = process.name() + " " + written + (crashed ? " died " : " ")
                + process.served().self() + state.clock() + state.nextSeq() + state.positions() + arrivals
                + lines(state) + state.loose() + events[0];
        Integer known = byState.get(key);
        if (known != null) {
            return locals.get(known);
        }
        Local reached = new Local(
                locals.size(),
                before,
                step,
                process.name(),
                process.served().self().name(),
                written,
                arrivals,
                held,
                loose,
                process.served().frontier(),
                events[1]);
        byState.put(key, reached.id());
        locals.add(reached);
        taken.add(new LinkedHashMap<>());
        return reached;
    }

    /** Ops that the process wrote and nobody knew. */
    private void learn(Process process, @Nullable Local before) {
        Known last = null;
        for (Op op : process.authored()) {
            String chain = String.valueOf(op.chain());
            Known it = known.get(chain);
            if (it == null) {
                boolean follows = last != null && last.op().origin().equals(op.origin());
                it = new Known(known.size(), op, follows ? last : null, names.of(op));
                known.put(chain, it);
                stampIsLater(it, before, process.name());
            }
            last = it;
        }
    }

    /** H3: whatever its author held when it wrote it has a smaller stamp. */
    private static void stampIsLater(Known op, @Nullable Local before, String replica) {
        for (Known held : before == null ? List.<Known>of() : before.arrivals()) {
            if (held.stamp().compareTo(op.stamp()) >= 0) {
                throw new Violation(
                        Invariant.H3,
                        "held",
                        op.label(),
                        replica,
                        op + " is stamped " + op.stamp() + "; its author held " + held + " stamped " + held.stamp());
            }
        }
    }

    private List<Known> held(Process process, RecoveredState state) {
        SortedMap<io.meshlog.op.Origin, List<Needs.Span>> spans = new TreeMap<>();
        for (Line line : state.lines().values()) {
            if (line.signedSeq() >= line.first()) {
                spans.computeIfAbsent(line.name().base(), b -> new ArrayList<>())
                        .add(new Needs.Span(line.first(), line.signedSeq()));
            }
        }
        List<Known> held = new ArrayList<>();
        process.log()
                .facts(new Needs(spans, new TreeMap<>(), new TreeSet<>(), new TreeSet<>(), "", 0))
                .chain()
                .values()
                .forEach(ops -> ops.forEach(op -> {
                    Known it = known.get(String.valueOf(op.chain()));
                    if (it == null) {
                        throw new Violation(
                                Invariant.V6,
                                "of-nobody",
                                "",
                                process.name(),
                                process.name() + " holds " + op + " of nobody");
                    }
                    held.add(it);
                }));
        return held;
    }

    private static String lines(RecoveredState state) {
        StringBuilder lines = new StringBuilder();
        state.lines()
                .values()
                .forEach(line -> lines.append(line.name().name())
                        .append(line.seq())
                        .append(line.chain().hex16())
                        .append(line.signedSeq()));
        return lines.toString();
    }

    /** With where each event was delivered, and without. */
    private String[] events(Process process) {
        SortedSet<String> ids = new TreeSet<>();
        setting.scripts().forEach(script -> script.forEach(draft -> ids.add(draft.eventId())));
        StringBuilder delivered = new StringBuilder();
        StringBuilder shown = new StringBuilder();
        Facts facts = process.log().facts(new Needs(new TreeMap<>(), new TreeMap<>(), ids, new TreeSet<>(), "", 0));
        facts.events().forEach((id, event) -> {
            SortedSet<String> carriers = new TreeSet<>();
            event.carriers().forEach(carrier -> carriers.add(key(carrier.key())));
            delivered.append(id).append(event.seq()).append(event.revised()).append(key(event.visible()));
            shown.append(id).append(key(event.visible())).append(carriers);
        });
        return new String[] {delivered.toString(), shown.toString()};
    }

    private static String key(OpKey key) {
        return key.origin() + "#" + key.seq() + key.chain() + key.eventId();
    }
}
