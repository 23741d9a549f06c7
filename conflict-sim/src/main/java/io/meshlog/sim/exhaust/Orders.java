package io.meshlog.sim.exhaust;

import io.meshlog.op.Op;
import io.meshlog.sim.check.Invariant;
import io.meshlog.sim.check.Violation;
import io.meshlog.sim.world.Observer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Goes through every order of one setting: breadth first over the states of the whole mesh, each expanded once, with the
 * number of orders that lead there. Confined to one exploration.
 */
final class Orders {
    private static final int LOOSE_GONE = 1;
    private static final int CRASH = 2;
    private static final int ABSENT = -1;
    /** More than any event has. */
    private static final int CRASH_POINTS_MAX = 40;

    private final Setting setting;
    private final Explorer explorer;
    private long orders;
    private long states;
    private @Nullable Mesh at;
    private String trying = "";

    Orders(Setting setting, UnaryOperator<Observer> watching) {
        this.setting = setting;
        this.explorer = new Explorer(setting, watching);
    }

    /** The whole mesh at one point. */
    private static final class Mesh {
        private final int[] locals;
        private final int flags;
        private final @Nullable Mesh before;
        private final String label;
        private long orders;

        Mesh(int[] locals, int flags, @Nullable Mesh before, String label) {
            this.locals = locals;
            this.flags = flags;
            this.before = before;
            this.label = label;
        }

        String key() {
            StringBuilder key = new StringBuilder(2 * locals.length + 1);
            for (int local : locals) {
                key.append((char) (local >>> 15 & 0x7fff)).append((char) (local & 0x7fff));
            }
            return key.append((char) flags).toString();
        }
    }

    /** Complete orders: until nothing is left that could happen. */
    long orders() {
        return orders;
    }

    /** States of the whole mesh. */
    long states() {
        return states;
    }

    Explorer explorer() {
        return explorer;
    }

    /** What happened on the way to where a violation showed, one line each. */
    List<String> sequence() {
        List<String> sequence = new ArrayList<>(List.of(trying));
        for (Mesh mesh = at; mesh != null && mesh.before != null; mesh = mesh.before) {
            sequence.add(mesh.label);
        }
        Collections.reverse(sequence);
        return sequence;
    }

    void explore() {
        int[] first = new int[setting.names().size()];
        for (int p = 0; p < first.length; p++) {
            first[p] = setting.isCopy(p) ? ABSENT : explorer.start(p).id();
        }
        Mesh start = new Mesh(first, 0, null, "");
        start.orders = 1;
        SortedMap<String, Mesh> layer = new TreeMap<>();
        layer.put(start.key(), start);
        while (!layer.isEmpty()) {
            SortedMap<String, Mesh> next = new TreeMap<>();
            for (Mesh mesh : layer.values()) {
                states++;
                at = mesh;
                expand(mesh, next);
            }
            layer = next;
        }
    }

    private void expand(Mesh mesh, SortedMap<String, Mesh> next) {
        boolean moved = false;
        for (List<Move> same : moves(mesh)) {
            moved = true;
            Move first = same.get(0);
            int to = taken(mesh, first);
            for (Move other : same.subList(1, same.size())) {
                if (taken(mesh, other) != to) {
                    throw new Violation(
                            Invariant.A3,
                            "route",
                            "",
                            setting.names().get(first.process()),
                            "it matters from whom: " + first.label() + ", or " + other.label());
                }
            }
            go(mesh, first, to, next);
            crashes(mesh, first, next);
        }
        if (!moved) {
            trying = "nothing is left to happen";
            atRest(mesh);
            orders = Math.addExact(orders, mesh.orders);
        }
    }

    private int taken(Mesh mesh, Move move) {
        trying = move.label();
        int from = move.step() instanceof Step.CopiedAs ? source(move.process()) : move.process();
        return Objects.requireNonNull(explorer.take(explorer.local(mesh.locals[from]), move.step()))
                .id();
    }

    private int source(int copy) {
        return setting.copies().stream()
                .filter(c -> c.to() == copy)
                .findFirst()
                .orElseThrow()
                .from();
    }

    private static void go(Mesh mesh, Move move, int to, SortedMap<String, Mesh> next) {
        int[] locals = mesh.locals.clone();
        locals[move.process()] = to;
        Mesh made = new Mesh(locals, mesh.flags | move.flags(), mesh, move.label());
        Mesh there = next.computeIfAbsent(made.key(), k -> made);
        there.orders = Math.addExact(there.orders, mesh.orders);
    }

    /** The same, but the process dies after one of its steps and recovers. */
    private void crashes(Mesh mesh, Move move, SortedMap<String, Mesh> next) {
        if (setting.crashes() == 0 || (mesh.flags & CRASH) != 0) {
            return;
        }
        for (int point = 0; point < CRASH_POINTS_MAX; point++) {
            Step step = dying(move.step(), point);
            trying = move.label() + ", dying after step " + point + " of it";
            Local to = step == null ? null : explorer.take(explorer.local(mesh.locals[move.process()]), step);
            if (to == null) {
                return;
            }
            go(mesh, new Move(move.process(), move.step(), move.flags() | CRASH, trying), to.id(), next);
        }
    }

    private static @Nullable Step dying(Step step, int point) {
        if (step instanceof Step.Write write) {
            return new Step.Write(write.eventId(), write.body(), point);
        } else if (step instanceof Step.Take take) {
            return new Step.Take(take.op(), take.peer(), take.peerId(), point);
        }
        return null;
    }

    // ---- what may happen

    /** Each with all the ways to do it, which must lead to the same. */
    private List<List<Move>> moves(Mesh mesh) {
        List<List<Move>> moves = new ArrayList<>();
        for (int p = 0; p < mesh.locals.length; p++) {
            if (mesh.locals[p] != ABSENT) {
                Local local = explorer.local(mesh.locals[p]);
                writes(p, local, moves);
                deliveries(mesh, p, local, moves);
                relays(mesh, p, local, moves);
            }
        }
        for (Setting.Copy copy : setting.copies()) {
            if (mesh.locals[copy.to()] == ABSENT && mesh.locals[copy.from()] != ABSENT) {
                String as = setting.names().get(copy.to());
                moves.add(List.of(new Move(
                        copy.to(),
                        new Step.CopiedAs(as),
                        0,
                        as + " begins on a copy of " + setting.names().get(copy.from()))));
            }
        }
        looseFromReference(mesh, moves);
        return moves;
    }

    private void writes(int p, Local local, List<List<Move>> moves) {
        List<Setting.Draft> script = setting.scripts().get(p);
        if (local.written() < script.size()) {
            Setting.Draft draft = script.get(local.written());
            moves.add(List.of(new Move(
                    p,
                    new Step.Write(draft.eventId(), draft.body(), -1),
                    0,
                    local.name() + " writes " + draft.eventId() + " \"" + draft.body() + "\"")));
        }
    }

    private void deliveries(Mesh mesh, int p, Local local, List<List<Move>> moves) {
        SortedMap<Integer, List<Move>> byOp = new TreeMap<>();
        for (int from : mesh.locals) {
            if (from == ABSENT || from == local.id()) {
                continue;
            }
            Local holder = explorer.local(from);
            for (Known op : holder.arrivals()) {
                BitSet held = local.held();
                Known before = op.before();
                if (!held.get(op.id()) && (before == null || held.get(before.id()))) {
                    // A copy answers under the same id as what it is a copy of: then somebody else brings it.
                    boolean twin = holder.self().equals(local.self());
                    Step step = new Step.Take(
                            op, twin ? "a relay" : holder.name(), twin ? "rep_0123456789ab" : holder.self(), -1);
                    byOp.computeIfAbsent(op.id(), k -> new ArrayList<>())
                            .add(new Move(p, step, 0, local.name() + " takes " + op + " of " + holder.name()));
                }
            }
        }
        moves.addAll(byOp.values());
    }

    /** An op without its chain goes on from a node that has no more of it. */
    private void relays(Mesh mesh, int p, Local local, List<List<Move>> moves) {
        SortedMap<String, List<Move>> byOp = new TreeMap<>();
        for (int from : mesh.locals) {
            Local holder = from == ABSENT ? local : explorer.local(from);
            for (Op op : holder.loose()) {
                if (!local.loose().contains(op) && !holdsChained(local, op)) {
                    Step step = new Step.TakeLoose(op, holder.name(), holder.self(), false);
                    byOp.computeIfAbsent(op.digest().hex(), k -> new ArrayList<>())
                            .add(new Move(p, step, 0, local.name() + " takes " + op + " of " + holder.name()));
                }
            }
        }
        moves.addAll(byOp.values());
    }

    private static boolean holdsChained(Local local, Op op) {
        return local.arrivals().stream()
                .anyMatch(held -> held.op().digest().equals(op.digest())
                        && held.op().origin().equals(op.origin()));
    }

    private void looseFromReference(Mesh mesh, List<List<Move>> moves) {
        Setting.Loose loose = setting.loose();
        if (loose == null || (mesh.flags & LOOSE_GONE) != 0) {
            return;
        }
        String eventId =
                setting.scripts().get(loose.author()).get(loose.draft()).eventId();
        Local to = explorer.local(mesh.locals[loose.to()]);
        explorer.local(mesh.locals[loose.author()]).arrivals().stream()
                .filter(op -> op.op().eventId().equals(eventId))
                .forEach(op -> moves.add(List.of(new Move(
                        loose.to(),
                        new Step.TakeLoose(op.op().asLoose(), "a reference", "rep_fedcba987654", true),
                        LOOSE_GONE,
                        to.name() + " takes " + op + " without its chain"))));
    }

    /** G1, V9, A3: once everything has travelled, all hold the same and show the same. */
    private void atRest(Mesh mesh) {
        Local first = explorer.local(mesh.locals[0]);
        for (int id : mesh.locals) {
            Local local = explorer.local(id);
            if (!local.frontier().equals(first.frontier())) {
                throw new Violation(
                        Invariant.V9,
                        "all-taken",
                        "",
                        local.name(),
                        first.name() + " and " + local.name() + " took all there is and tell " + first.frontier()
                                + " and " + local.frontier());
            } else if (!local.shown().equals(first.shown())) {
                throw new Violation(
                        Invariant.A3,
                        "all-taken",
                        "",
                        local.name(),
                        first.name() + " and " + local.name() + " hold the same and show " + first.shown() + " and "
                                + local.shown());
            }
        }
    }
}
