package io.meshlog.replica;

import io.meshlog.hlc.DriftBounds;
import io.meshlog.op.Artifact;
import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.op.Op;
import io.meshlog.op.Origin;
import io.meshlog.vector.Head;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A replica with its driver, in memory and by hand: nothing is signed and no question is answered unless the test says
 * so. Every step is committed before anything that follows it, and checked by whoever listens.
 */
public final class TestNode {
    /** The time at which a node starts, so that stamps have 13 digits. */
    public static final long EPOCH = 1_787_700_000_000L;

    private final String name;
    private MemoryOpLog log;
    private Replica replica;
    private FakeKey key;
    private final SortedMap<Origin, FakeKey> keys = new TreeMap<>();
    private int generation;
    private int boots;
    private long requests;
    private long now = EPOCH;
    private int pageOps = 500;
    private String mesh;
    private Served told;
    private boolean keyGone;
    private boolean losesNextStep;
    private boolean crashesBeforeRenewal;
    private long commits;
    private boolean signsAtOnce = true;
    private Consumer<TestNode> afterStep = node -> {};

    private final Deque<Effect.Sign> signing = new ArrayDeque<>();
    private final SortedMap<String, Question> open = new TreeMap<>();
    private final SortedMap<String, Peer> peers = new TreeMap<>();
    private final List<Incident> incidents = new ArrayList<>();
    private final List<Commit.EventRow> deliveries = new ArrayList<>();
    private final SortedMap<Long, Outcome> outcomes = new TreeMap<>();
    private final SortedMap<String, RoundResult> results = new TreeMap<>();
    private final SortedMap<String, Integer> questions = new TreeMap<>();

    public TestNode(String name) {
        this.name = name;
        this.key = FakeKey.of(name + "/0");
        keys.put(key.origin(), key);
        this.log = new MemoryOpLog(key.origin());
        start();
    }

    /** A second node on a copy of this one's directory, key included. */
    public TestNode cloned(String otherName) {
        TestNode clone = new TestNode(otherName);
        clone.key = key;
        clone.keys.putAll(keys);
        clone.log = log.copy();
        clone.now = now;
        clone.start();
        return clone;
    }

    // ---- what a test does to it

    public TestNode pageOps(int ops) {
        pageOps = ops;
        start();
        return this;
    }

    public TestNode mesh(String meshName) {
        mesh = meshName;
        start();
        return this;
    }

    public TestNode signsAtOnce(boolean does) {
        signsAtOnce = does;
        return this;
    }

    public TestNode afterStep(Consumer<TestNode> check) {
        afterStep = check;
        return this;
    }

    public void advance(long millis) {
        now += millis;
    }

    /** Appends one event. @return the op, or null if it was refused */
    public Op append(String eventId, String body) {
        return append(eventId, body, List.of());
    }

    public Op append(String eventId, String body, List<String> artifactIds) {
        long request = ++requests;
        Draft draft = new Draft(
                new Event.Routing("s", "r", null, "agent@" + name, null, null),
                "note",
                null,
                null,
                null,
                body,
                "{}",
                artifactIds,
                null);
        take(new Input.Append(List.of(new Input.Request(request, draft, eventId, "2026-08-25T23:20:03Z", name)), now));
        return outcomes.get(request) instanceof Outcome.Appended appended ? appended.op() : null;
    }

    public Op append(String body) {
        return append("evt_" + name + "_" + (requests + 1), body);
    }

    /** Appends what one client asks for. */
    public Outcome ask(Draft draft) {
        return ask(List.of(draft)).get(0);
    }

    /** Appends what clients ask for at one moment. */
    public List<Outcome> ask(List<Draft> drafts) {
        List<Input.Request> asked = new ArrayList<>();
        for (Draft draft : drafts) {
            asked.add(request(++requests, draft));
        }
        take(new Input.Append(asked, now));
        return asked.stream().map(request -> outcomes.get(request.request())).toList();
    }

    /** All of it or nothing. */
    public Outcome batch(List<Artifact> artifacts, List<Draft> drafts) {
        long request = ++requests;
        List<Input.Request> events = new ArrayList<>();
        for (int i = 0; i < drafts.size(); i++) {
            Input.Request event = request(request, drafts.get(i));
            events.add(new Input.Request(
                    request, event.draft(), event.eventId() + "." + i, event.createdAt(), event.assertedBy()));
        }
        take(new Input.Batch(request, artifacts, events, now));
        return outcomes.get(request);
    }

    private Input.Request request(long request, Draft draft) {
        return new Input.Request(request, draft, "evt_" + name + "_" + request, "at " + now, name);
    }

    public void put(Artifact artifact) {
        take(new Input.PutArtifact(++requests, artifact));
    }

    /** Signs what is waiting, and what that makes wait. */
    public void sign() {
        while (!signing.isEmpty()) {
            signOne();
        }
    }

    public void signOne() {
        Effect.Sign point = signing.poll();
        if (point != null && point.base().equals(key.origin())) {
            take(key.sign(point));
        }
    }

    public void renew(String reason) {
        take(new Input.Renew(reason));
    }

    /** From now on the present key can neither sign nor seal. */
    public void loseKey() {
        keyGone = true;
        signing.clear();
    }

    /** A kill and a start on what was durable. */
    public void crash() {
        start();
    }

    /** The next step's commit never reaches the disk: a crash before it. */
    public void loseNextStep() {
        losesNextStep = true;
    }

    /** The next identity that is due is due still after a crash. */
    public void crashBeforeRenewal() {
        crashesBeforeRenewal = true;
    }

    public MemoryOpLog snapshot() {
        return log.copy();
    }

    /** The disk as it was, under the same key: a restored backup that says nothing of it. */
    public void restore(MemoryOpLog older) {
        log = older.copy();
        key = keys.get(log.recover().self());
        start();
    }

    // ---- rounds

    public void startRound(String peer, Peer answers) {
        if (!open.containsKey(peer)) {
            peers.put(peer, answers);
            take(new Input.StartRound(peer, now));
        }
    }

    /** Lets the peer answer its open question. @return whether there was one */
    public boolean answer(String peer) {
        Question question = open.get(peer);
        if (question == null) {
            return false;
        }
        answer(peer, peers.get(peer).answer(question));
        return true;
    }

    public void answer(String peer, Answer answer) {
        open.remove(peer);
        take(new Input.PeerAnswered(peer, answer, now));
    }

    /** A whole round. */
    public RoundResult pull(String peer, Peer answers) {
        startRound(peer, answers);
        for (int i = 0; answer(peer); i++) {
            if (i > 20_000) {
                throw new AssertionError("the round of " + name + " with " + peer + " does not end: " + open.get(peer));
            }
        }
        return results.get(peer);
    }

    public RoundResult pull(TestNode other) {
        return pull(other.name, peers.get(other.name) instanceof NodePeer peer ? peer : new NodePeer(other));
    }

    // ---- what can be seen of it

    public String name() {
        return name;
    }

    public String boot() {
        return name + ":" + boots;
    }

    public Origin id() {
        return replica.self();
    }

    public FakeKey key() {
        return key;
    }

    public MemoryOpLog log() {
        return log;
    }

    public Served told() {
        return told;
    }

    public Replica replica() {
        return replica;
    }

    public boolean isAllSigned() {
        return log.recover().unsigned().stream()
                .noneMatch(op -> op.line().base().equals(id()));
    }

    public SortedMap<String, Question> open() {
        return new TreeMap<>(open);
    }

    public List<Incident> incidents() {
        return List.copyOf(incidents);
    }

    public boolean reported(Incident.Kind kind) {
        return incidents.stream().anyMatch(i -> i.kind() == kind);
    }

    /** Every event row that was committed, in order. */
    public List<Commit.EventRow> deliveries() {
        return List.copyOf(deliveries);
    }

    public RoundResult result(String peer) {
        return results.get(peer);
    }

    public Outcome lastOutcome() {
        return outcomes.get(requests);
    }

    /** How many commits it made: what tells whether a step changed anything. */
    public long commits() {
        return commits;
    }

    /** How often a peer was asked that kind of question since the start. */
    public int asked(Class<? extends Question> kind) {
        return questions.getOrDefault(kind.getSimpleName(), 0);
    }

    // ---- the driver

    public void take(Input input) {
        Facts facts = log.facts(replica.needs(input));
        List<Effect> effects = replica.step(input, facts);
        if (losesNextStep) {
            losesNextStep = false;
            start();
        } else {
            carryOut(effects);
        }
        afterStep.accept(this);
        if (signsAtOnce) {
            sign();
        }
    }

    private void start() {
        boots++;
        signing.clear();
        open.clear();
        replica = new Replica(
                new ReplicaConfig(boot(), mesh, DriftBounds.DEFAULT, pageOps),
                FakeKey.VERIFIER,
                FakeKey.SUCCESSIONS,
                log.recover());
        told = replica.served();
        carryOut(replica.recovered());
    }

    private void carryOut(List<Effect> effects) {
        boolean committed = false;
        for (Effect effect : effects) {
            if (effect instanceof Commit commit) {
                if (committed || effect != effects.get(0)) {
                    throw new AssertionError("expected one commit, before all that follows it: " + effects);
                }
                committed = true;
                commits++;
                deliveries.addAll(commit.events());
                log.commit(List.of(commit));
            }
        }
        try {
            for (Effect effect : effects) {
                effect.dispatchTo(new Aftermath());
            }
        } catch (Crash crash) {
            start();
        }
    }

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private void renewIdentity(Effect.RenewIdentity effect) {
        if (crashesBeforeRenewal) {
            crashesBeforeRenewal = false;
            throw new Crash();
        }
        FakeKey next = FakeKey.of(name + "/" + ++generation);
        List<Input.Signed> sealed = new ArrayList<>();
        if (!keyGone && key.origin().equals(effect.old())) {
            effect.seal().forEach(point -> sealed.add(key.sign(point)));
        }
        Head head = effect.sealed();
        if (!sealed.isEmpty()) {
            Input.Signed last = sealed.get(sealed.size() - 1);
            head = new Head(last.base(), last.seq(), last.chain(), last.sig());
        }
        Succession succession = FakeKey.succession(effect.old(), head, next, keyGone ? null : key);
        signing.clear();
        key = next;
        keys.put(key.origin(), key);
        keyGone = false;
        Input.Renewed renewed = new Input.Renewed(succession, sealed, false);
        carryOut(replica.step(renewed, log.facts(replica.needs(renewed))));
    }

    private final class Aftermath implements Effect.Handler<Void> {
        @Override
        public Void commit(Commit effect) {
            return null;
        }

        @Override
        public Void answered(Effect.Answered effect) {
            if (outcomes.put(effect.request(), effect.outcome()) != null) {
                throw new AssertionError("request " + effect.request() + " was answered twice");
            }
            return null;
        }

        @Override
        public Void ask(Effect.Ask effect) {
            if (open.put(effect.peer(), effect.question()) != null) {
                throw new AssertionError("two open questions to " + effect.peer());
            }
            questions.merge(effect.question().getClass().getSimpleName(), 1, Integer::sum);
            return null;
        }

        @Override
        public Void sign(Effect.Sign effect) {
            if (!keyGone) {
                signing.add(effect);
            }
            return null;
        }

        @Override
        public Void renewIdentity(Effect.RenewIdentity effect) {
            TestNode.this.renewIdentity(effect);
            return null;
        }

        @Override
        public Void publish(Effect.Publish effect) {
            told = effect.served();
            return null;
        }

        @Override
        public Void report(Effect.Report effect) {
            incidents.add(effect.incident());
            return null;
        }

        @Override
        public Void roundEnded(Effect.RoundEnded effect) {
            results.put(effect.peer(), effect.result());
            return null;
        }
    }
}
