package io.meshlog.node.sync;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.home.IdentityStore;
import io.meshlog.node.home.NewKey;
import io.meshlog.op.ChainSignature;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Input;
import io.meshlog.replica.Succession;
import io.meshlog.sign.Ed25519Key;
import io.meshlog.sign.SuccessionPoint;
import io.meshlog.vector.Head;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The replica's key and how it takes a new one (spec §2). Signing has a thread of its own, off the commit path;
 * everything else is confined to the log's thread.
 */
public final class KeyRing implements AutoCloseable {
    private final IdentityStore store;
    private final LongConsumer recordKeyInode;
    private final SecureRandom random;
    private final PhysicalClock clock;
    private boolean freshClock;
    private final ExecutorService signer = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "meshlog-signer");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable Ed25519Key key;

    /**
     * @param key of the id that the log is written under, or null where it is gone
     * @param recordKeyInode keeps a new key file's inode with the commit that brings its id
     * @param freshClock whether the next new id starts its clock from physical time again
     */
    public KeyRing(
            IdentityStore store,
            @Nullable Ed25519Key key,
            LongConsumer recordKeyInode,
            SecureRandom random,
            PhysicalClock clock,
            boolean freshClock) {
        this.store = store;
        this.key = key;
        this.recordKeyInode = recordKeyInode;
        this.random = random;
        this.clock = clock;
        this.freshClock = freshClock;
    }

    /** A new identity that is prepared: {@code input} goes to the core, then {@link #complete}. */
    record Renewal(NewKey key, Input.Renewed input) {}

    void sign(Effect.Sign point, Consumer<Input.Signed> answer) {
        Ed25519Key signing = key;
        if (signing == null || !signing.origin().equals(point.base())) {
            return;
        }
        try {
            signer.execute(() -> answer.accept(signed(signing, point)));
        } catch (RejectedExecutionException e) {
            // Closing: what is unsigned is signed at the next start.
            return;
        }
    }

    /** Makes a new key durable beside the old one and seals the old line with the old one. */
    Renewal renew(Effect.RenewIdentity effect) {
        NewKey next = store.prepare(random);
        recordKeyInode.accept(next.inode());
        Ed25519Key old = key != null && key.origin().equals(effect.old()) ? key : null;
        List<Input.Signed> sealed = new ArrayList<>();
        if (old != null) {
            for (Effect.Sign point : effect.seal()) {
                sealed.add(signed(old, point));
            }
        }
        Head head = null;
        if (!sealed.isEmpty()) {
            Input.Signed last = sealed.get(sealed.size() - 1);
            head = new Head(last.base(), last.seq(), last.chain(), last.sig());
        } else {
            head = effect.sealed();
        }
        Succession succession = SuccessionPoint.sign(effect.old(), head, next.key(), old);
        boolean fresh = freshClock;
        freshClock = false;
        return new Renewal(next, new Input.Renewed(succession, List.copyOf(sealed), fresh));
    }

    void complete(Renewal renewal) {
        key = renewal.key().key();
        store.complete(renewal.key(), Instant.ofEpochMilli(clock.millis()));
    }

    @Override
    public void close() {
        signer.shutdownNow();
    }

    private static Input.Signed signed(Ed25519Key key, Effect.Sign point) {
        ChainSignature sig = key.sign(point.base(), point.seq(), point.chain());
        return new Input.Signed(point.base(), point.seq(), point.chain(), sig);
    }
}
