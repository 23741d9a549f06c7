package io.meshlog.sim.world;

import io.meshlog.replica.Answer;
import io.meshlog.replica.Question;
import io.meshlog.replica.VectorDocument;
import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.fault.FaultLedger;
import io.meshlog.sim.workload.LieKind;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Carries questions and answers between processes, or does not. Confined to its run. */
final class Network {
    /** After so long an asker gives up on an answer. */
    static final long TIMEOUT_MILLIS = 2_000;

    private final EventQueue queue;
    private final FaultLedger faults;
    private final Fates fates;
    private final SortedMap<String, Endpoint> endpoints = new TreeMap<>();
    private final List<Cut> cuts = new ArrayList<>();
    private final SortedMap<String, List<LieKind>> lies = new TreeMap<>();
    private final SortedMap<String, Long> latestSent = new TreeMap<>();
    private final SortedMap<String, Fate> decided = new TreeMap<>();
    private final Liar liar;
    private boolean faultsAreOver;
    private long messages;
    /** Names of exchanges about ops, once faults are over. */
    private final List<String> opQuestions = new ArrayList<>();

    /** Waits for an answer, and gives up on it in time: whatever comes first counts. */
    private static final class Waiting {
        private final String name;
        private final long sent;
        private final Receiver receiver;
        private boolean isOver;

        Waiting(String name, long sent, Receiver receiver) {
            this.name = name;
            this.sent = sent;
            this.receiver = receiver;
        }

        /** @return whether it was waited for */
        boolean take(Answer answer) {
            boolean isFirst = !isOver;
            isOver = true;
            return isFirst && receiver.take(answer);
        }
    }

    /** Waits for an answer. */
    interface Receiver {
        /** @return whether anybody was still waiting for it */
        boolean take(Answer answer);
    }

    /** Links that carry nothing for a while. */
    private static final class Cut {
        private final List<String> links;
        private final long until;
        private boolean bit;

        Cut(List<String> links, long until) {
            this.links = links;
            this.until = until;
        }
    }

    Network(EventQueue queue, FaultLedger faults, Fates fates, Liar liar) {
        this.queue = queue;
        this.faults = faults;
        this.fates = fates;
        this.liar = liar;
    }

    void join(Endpoint endpoint) {
        endpoints.put(endpoint.name(), endpoint);
    }

    void cut(List<String> links, long untilMillis) {
        cuts.add(new Cut(links, untilMillis));
    }

    void lie(String asker, String peer, LieKind kind) {
        lies.computeIfAbsent(asker + ">" + peer, l -> new ArrayList<>()).add(kind);
    }

    /** From now on everything arrives, except on links that stay cut for ever. */
    void heal() {
        faultsAreOver = true;
        cuts.removeIf(cut -> cut.until != Long.MAX_VALUE);
        lies.clear();
    }

    long opQuestions(String pulls) {
        return opQuestions.stream().filter(name -> name.startsWith(pulls)).count();
    }

    long messages() {
        return messages;
    }

    /** What was decided of each exchange that was not plain, by its name. */
    SortedMap<String, Fate> decided() {
        return decided;
    }

    private boolean isCut(String link) {
        boolean isCut = false;
        for (Cut cut : cuts) {
            if (queue.now() < cut.until && cut.links.contains(link)) {
                isCut = true;
                if (!cut.bit) {
                    cut.bit = true;
                    faults.effective(FaultKind.PARTITION);
                }
            }
        }
        return isCut;
    }

    void exchange(
            String name,
            Endpoint asker,
            String peer,
            Question question,
            @Nullable VectorDocument known,
            Receiver receiver) {
        messages++;
        if (faultsAreOver && (question instanceof Question.AskOps || question instanceof Question.AskChain)) {
            opQuestions.add(name);
        }
        if (question instanceof Question.AskArtifact) {
            faults.effective(FaultKind.ARTIFACT);
        }
        Fate fate = faultsAreOver ? Fate.PLAIN : fates.of(name);
        if (!fate.equals(Fate.PLAIN)) {
            decided.put(name, fate);
        }
        Waiting waiting = new Waiting(name, queue.now(), receiver);
        if (fate.toMillis() + fate.backMillis() >= TIMEOUT_MILLIS) {
            timeOut(waiting);
        }
        queue.in(fate.toMillis(), name + " arrives", () -> {
            Endpoint answerer = endpoints.get(peer);
            if (answerer == null || isCut(asker.name() + ">" + peer)) {
                timeOut(waiting);
            } else if (fate.kind() == Fate.Kind.LOSE_REQUEST) {
                bit(FaultKind.LOST_REQUEST);
                timeOut(waiting);
            } else if (!answerer.isUp()) {
                queue.in(1, name + " is refused", () -> waiting.take(new Answer.Failed("connection refused")));
            } else if (answerer.pausedUntil() > queue.now()) {
                faults.effective(FaultKind.PAUSE);
                timeOut(waiting);
            } else {
                answered(waiting, asker, answerer, question, known, fate);
            }
        });
    }

    private void timeOut(Waiting waiting) {
        queue.at(
                waiting.sent + TIMEOUT_MILLIS,
                waiting.name + " times out",
                () -> waiting.take(new Answer.Failed("no answer in time")));
    }

    private void bit(FaultKind kind) {
        faults.applied(kind);
        faults.effective(kind);
    }

    private void answered(
            Waiting waiting,
            Endpoint asker,
            Endpoint answerer,
            Question question,
            @Nullable VectorDocument known,
            Fate fate) {
        Damage damage = damage(fate.kind());
        Answer honest = answerer.serve(question, known, damage);
        boolean isWhole = damage == Damage.NONE;
        Answer answer = isWhole && !faultsAreOver ? lied(asker, answerer, question, honest) : honest;
        if (isWhole) {
            liar.heard(answerer.name(), honest);
        }
        queue.in(fate.backMillis(), waiting.name + " comes back", () -> {
            if (isCut(answerer.name() + ">" + asker.name())) {
                timeOut(waiting);
                return;
            }
            switch (fate.kind()) {
                case LOSE_ANSWER -> {
                    bit(FaultKind.LOST_ANSWER);
                    timeOut(waiting);
                }
                case CUT -> {
                    bit(FaultKind.CUT_ANSWER);
                    waiting.take(answer);
                }
                case GARBAGE -> {
                    bit(FaultKind.GARBAGE);
                    waiting.take(answer);
                }
                default -> delivered(waiting, asker, answer, fate);
            }
        });
    }

    private static Damage damage(Fate.Kind kind) {
        return switch (kind) {
            case CUT -> Damage.CUT;
            case GARBAGE -> Damage.GARBAGE;
            default -> Damage.NONE;
        };
    }

    private Answer lied(Endpoint asker, Endpoint answerer, Question question, Answer honest) {
        List<LieKind> armed = lies.get(asker.name() + ">" + answerer.name());
        for (LieKind kind : armed == null ? List.<LieKind>of() : List.copyOf(armed)) {
            Answer told = liar.lie(kind, answerer.name(), asker, question, honest);
            if (told != null && armed != null) {
                armed.remove(kind);
                bit(FaultKind.LIE);
                return told;
            }
        }
        return honest;
    }

    private void delivered(Waiting waiting, Endpoint asker, Answer answer, Fate fate) {
        long latest = latestSent.getOrDefault(asker.name(), 0L);
        if (waiting.sent < latest) {
            faults.effective(FaultKind.LATENCY);
        }
        latestSent.put(asker.name(), Math.max(latest, waiting.sent));
        waiting.take(answer);
        if (fate.kind() == Fate.Kind.DUPLICATE) {
            // Past what the asker's client lets through: whether the round itself knows what it waits for.
            queue.in(fate.extraMillis(), waiting.name + " comes again", () -> {
                faults.applied(FaultKind.DUPLICATE);
                if (waiting.receiver.take(answer)) {
                    faults.effective(FaultKind.DUPLICATE);
                }
            });
        }
    }
}
