package io.meshlog.node.home;

import io.meshlog.sign.Ed25519Key;
import org.jspecify.annotations.Nullable;

/** Who this replica is when it starts. */
public sealed interface StartIdentity {

    /** Nobody was here before: commit the id and inode of this key, then complete it. */
    record First(NewKey key) implements StartIdentity {}

    /** Who it was before. */
    record Same(Ed25519Key key) implements StartIdentity {}

    /**
     * It must take a new id before it authors anything: prepare a key, commit it, complete it.
     *
     * @param oldKey the key of the id that ends, to seal what it has not signed yet and to sign the succession;
     *     null where it is gone. It is not kept on disk any longer than the renewal takes
     */
    record MustRenew(RenewalReason reason, @Nullable Ed25519Key oldKey) implements StartIdentity {}

    default <R> R dispatchTo(Handler<R> handler) {
        if (this instanceof First first) {
            return handler.first(first);
        } else if (this instanceof Same same) {
            return handler.same(same);
        }
        return handler.mustRenew((MustRenew) this);
    }

    /** One case an identity. */
    interface Handler<R> {
        R first(First identity);

        R same(Same identity);

        R mustRenew(MustRenew identity);
    }
}
