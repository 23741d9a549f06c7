package io.meshlog.node;

import io.meshlog.hlc.PhysicalClock;
import io.meshlog.node.home.DataDirectory;
import io.meshlog.node.home.IdentityRecord;
import io.meshlog.node.home.IdentityStore;
import io.meshlog.node.home.RenewalReason;
import io.meshlog.node.home.StartIdentity;
import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.StoreIdentity;
import io.meshlog.node.store.file.StoreSettings;
import io.meshlog.op.Origin;
import io.meshlog.sign.Ed25519Key;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who a node is when it starts: what its files and its database say together (spec §2).
 *
 * @param key of the id that the database holds, or null where it is gone
 * @param renewal why it must take a new id before it authors anything, or null
 */
record Identity(
        SqliteStore store,
        @Nullable Ed25519Key key,
        @Nullable RenewalReason renewal) {
    private static final long NO_INODE = -1;

    static Identity open(
            DataDirectory home, IdentityStore keys, StoreSettings settings, SecureRandom random, PhysicalClock clock) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        if (Files.exists(home.database())) {
            SqliteStore store = SqliteStore.open(
                    home.path(),
                    () -> {
                        throw new IllegalStateException(home.database() + " vanished while it was opened");
                    },
                    settings,
                    clock);
            try {
                return of(store, keys.start(new Recorded(store.identity()), random, now));
            } catch (RuntimeException e) {
                store.close();
                throw e;
            }
        }
        StartIdentity start = keys.start(IdentityRecord.NONE, random, now);
        SqliteStore.FirstIdentity first = start.dispatchTo(new FirstIdentityOf());
        SqliteStore store = SqliteStore.open(home.path(), () -> first, settings, clock);
        try {
            if (start instanceof StartIdentity.First fresh) {
                keys.complete(fresh.key(), now);
            }
            return of(store, start);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    private static Identity of(SqliteStore store, StartIdentity start) {
        return start.dispatchTo(new StartIdentity.Handler<>() {
            @Override
            public Identity first(StartIdentity.First identity) {
                return new Identity(store, identity.key().key(), null);
            }

            @Override
            public Identity same(StartIdentity.Same identity) {
                return new Identity(store, identity.key(), null);
            }

            @Override
            public Identity mustRenew(StartIdentity.MustRenew identity) {
                return new Identity(store, identity.oldKey(), identity.reason());
            }
        });
    }

    /** Under which id a database is made; where it is gone and its key is not, the old one, which then ends. */
    private static final class FirstIdentityOf implements StartIdentity.Handler<SqliteStore.FirstIdentity> {
        @Override
        public SqliteStore.FirstIdentity first(StartIdentity.First identity) {
            return new SqliteStore.FirstIdentity(
                    identity.key().key().origin(), identity.key().inode());
        }

        @Override
        public SqliteStore.FirstIdentity same(StartIdentity.Same identity) {
            throw new IllegalStateException("the same as before, without a database: " + identity.key());
        }

        @Override
        public SqliteStore.FirstIdentity mustRenew(StartIdentity.MustRenew identity) {
            Ed25519Key old = identity.oldKey();
            if (old == null) {
                throw new IllegalStateException("neither a database nor a key: " + identity.reason());
            }
            // No file has this inode: until the new id is committed, every start asks for one.
            return new SqliteStore.FirstIdentity(old.origin(), NO_INODE);
        }
    }

    private record Recorded(StoreIdentity stored) implements IdentityRecord {
        @Override
        public Origin replicaId() {
            return stored.self();
        }

        @Override
        public List<Origin> previousIds() {
            return stored.previous();
        }

        @Override
        public @Nullable Long keyInode() {
            return stored.keyInode();
        }

        @Override
        public boolean isRestored() {
            return stored.restored() != null;
        }

        @Override
        public long clockMarkMillis() {
            return stored.clockMarkMillis();
        }
    }
}
