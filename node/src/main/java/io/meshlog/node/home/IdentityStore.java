package io.meshlog.node.home;

import io.meshlog.node.home.IdentityDecision.Verdict;
import io.meshlog.node.home.KeyFiles.Found;
import io.meshlog.op.Origin;
import io.meshlog.sign.Ed25519Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.spec.InvalidKeySpecException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A replica's key on disk, and how it takes a new one so that a kill between any two steps is healed at the next
 * start (spec §2).
 *
 * <p>To take one: {@link #prepare}; commit its id and inode to the database, together with whatever ends the old
 * id; {@link #complete}. Of a key that is not the database's nothing is left on disk afterwards.
 *
 * <p>For one thread at a time, in the process that holds the directory. Every method throws
 * {@link UnfitDirectory} where a file cannot be read or written.
 */
public final class IdentityStore {
    private final HomeFiles files;
    private final FileView view;
    private final String program;

    IdentityStore(HomeFiles files, FileView view, String program) {
        this.files = files;
        this.view = view;
        this.program = program;
    }

    /**
     * Says who this replica is, and first finishes or undoes what a kill left half done.
     *
     * @param random where a first key comes from
     * @throws UnfitDirectory also if the files and the database are of different replicas; nothing is changed then
     */
    public StartIdentity start(IdentityRecord record, SecureRandom random, Instant now) {
        try {
            KeyFiles found = read();
            boolean promotes = IdentityDecision.promotesNext(found, record);
            KeyFiles seen = promotes ? found.promoted() : found;
            Verdict verdict = IdentityDecision.decide(files, seen, record, now.toEpochMilli());
            if (verdict instanceof Verdict.Refuse refuse) {
                throw UnfitDirectory.because(refuse.message());
            }
            Found next = found.next();
            if (promotes && next != null) {
                put(next.key(), now);
            } else {
                DurableFile.delete(files.nextKey());
            }
            if (verdict instanceof Verdict.Keep keep) {
                if (!promotes && !keep.key().origin().equals(seen.shownId())) {
                    show(keep.key(), now);
                }
                return new StartIdentity.Same(keep.key());
            } else if (verdict instanceof Verdict.Renew renew) {
                return new StartIdentity.MustRenew(renew.reason(), renew.oldKey());
            }
            return new StartIdentity.First(prepare(random));
        } catch (IOException e) {
            throw UnfitDirectory.failed("the identity in " + files.directory() + " cannot be read or mended", e);
        }
    }

    /** Makes a new key and makes it durable beside the old one, in place of any that was prepared before. */
    public NewKey prepare(SecureRandom random) {
        try {
            Ed25519Key key = Ed25519Key.generate(random);
            DurableFile.write(files.nextKey(), KeyFile.encode(key));
            return new NewKey(key, view.facts(files.nextKey()).inode());
        } catch (IOException e) {
            throw UnfitDirectory.failed(files.nextKey() + " cannot be written", e);
        }
    }

    /**
     * Shows the prepared key, whose id the database has committed, and puts it in the old one's place.
     *
     * @param key what the last {@link #prepare} or {@link StartIdentity.First} gave
     */
    public void complete(NewKey key, Instant now) {
        try {
            Found next = readNext();
            if (next == null || !next.id().equals(key.key().origin())) {
                throw new IllegalStateException(
                        files.nextKey() + " is not the key of " + key.key().origin() + ", which is to be completed");
            }
            put(key.key(), now);
        } catch (IOException e) {
            throw UnfitDirectory.failed("the new identity in " + files.directory() + " cannot be written", e);
        }
    }

    private void put(Ed25519Key key, Instant now) throws IOException {
        show(key, now);
        DurableFile.moveOver(files.nextKey(), files.key());
    }

    private void show(Ed25519Key key, Instant now) throws IOException {
        DurableFile.write(files.nextShown(), ShownIdentity.encode(key, program, now));
        DurableFile.moveOver(files.nextShown(), files.shown());
    }

    private KeyFiles read() throws IOException {
        Origin shown =
                view.facts(files.shown()).exists() ? ShownIdentity.idIn(Files.readAllBytes(files.shown())) : null;
        return new KeyFiles(readKey(), readNext(), shown);
    }

    /** Renaming puts only whole keys here: one that cannot be read was damaged, and people must know. */
    private @Nullable Found readKey() throws IOException {
        try {
            return read(files.key());
        } catch (InvalidKeySpecException e) {
            throw UnfitDirectory.because(files.key() + " cannot be read (" + e.getMessage()
                    + "): put the right file back, or delete it to go on under a new id");
        }
    }

    /** A key that was cut off while it was written cannot have been committed. */
    private @Nullable Found readNext() throws IOException {
        try {
            return read(files.nextKey());
        } catch (InvalidKeySpecException e) {
            return null;
        }
    }

    private @Nullable Found read(Path path) throws IOException, InvalidKeySpecException {
        FileFacts facts = view.facts(path);
        return facts.exists() ? new Found(KeyFile.decode(Files.readAllBytes(path)), facts.inode()) : null;
    }
}
