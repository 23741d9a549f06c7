package io.meshlog.node.home;

import io.meshlog.node.home.KeyFiles.Found;
import io.meshlog.op.Origin;
import io.meshlog.sign.Ed25519Key;
import org.jspecify.annotations.Nullable;

/**
 * Who a replica is, from its database and its key files alone (spec §2). Pure.
 *
 * <p>A new key is taken in four steps: it is made durable beside the old one, the database commits its id,
 * {@code replica.json} shows it, it takes the old one's place. The commit decides: a kill before it leaves a key
 * that nobody knows, a kill after it one that has only to be shown and moved. Moving it comes last, so that
 * a shown id that contradicts the database is never our own work.
 */
final class IdentityDecision {
    static final long CLOCK_AHEAD_MILLIS_MAX = 24L * 60 * 60 * 1000;

    private IdentityDecision() {}

    /** What the files and the record say together. */
    sealed interface Verdict {

        /** No key and no database. */
        record Fresh() implements Verdict {}

        record Keep(Ed25519Key key) implements Verdict {}

        record Renew(RenewalReason reason, @Nullable Ed25519Key oldKey) implements Verdict {}

        /** @param message one line: what contradicts what, and how to mend it */
        record Refuse(String message) implements Verdict {}
    }

    /** Whether the database committed the waiting key, so that it only remains to move it. */
    static boolean promotesNext(KeyFiles files, IdentityRecord record) {
        Found next = files.next();
        return next != null && next.id().equals(record.replicaId());
    }

    /** @param files as they are once a committed key has been moved */
    static Verdict decide(HomeFiles home, KeyFiles files, IdentityRecord record, long nowMillis) {
        Origin id = record.replicaId();
        Found found = files.key();
        if (id == null) {
            return found == null ? new Verdict.Fresh() : new Verdict.Renew(RenewalReason.DATABASE_GONE, found.key());
        }
        Origin shown = files.shownId();
        if (found != null && !belongs(found.id(), id, record)) {
            return new Verdict.Refuse(mismatch(home.key() + " is the key of " + found.id(), home, id)
                    + ", or delete it to go on under a new id");
        }
        if (shown != null && !belongs(shown, id, record)) {
            return new Verdict.Refuse(mismatch(home.shown() + " is of " + shown, home, id)
                    + ", or delete it if the database is the right one");
        }
        if (found == null) {
            return new Verdict.Renew(record.isRestored() ? RenewalReason.RESTORED : RenewalReason.KEY_MISSING, null);
        }
        if (!found.id().equals(id)) {
            return new Verdict.Renew(RenewalReason.KEY_OF_PREVIOUS_ID, null);
        }
        RenewalReason reason = reasonToRenew(found, record, nowMillis);
        return reason == null ? new Verdict.Keep(found.key()) : new Verdict.Renew(reason, found.key());
    }

    private static @Nullable RenewalReason reasonToRenew(Found found, IdentityRecord record, long nowMillis) {
        Long inode = record.keyInode();
        if (record.isRestored()) {
            return RenewalReason.RESTORED;
        } else if (inode != null && inode != found.inode()) {
            return RenewalReason.KEY_COPIED;
        } else if (record.clockMarkMillis() - nowMillis > CLOCK_AHEAD_MILLIS_MAX) {
            return RenewalReason.CLOCK_AHEAD;
        }
        return null;
    }

    private static boolean belongs(Origin found, Origin id, IdentityRecord record) {
        return found.equals(id) || record.previousIds().contains(found);
    }

    private static String mismatch(String found, HomeFiles home, Origin id) {
        return found + " and the database " + home.database().getFileName() + " beside it is of " + id
                + ": put the file and the database of one replica together";
    }
}
