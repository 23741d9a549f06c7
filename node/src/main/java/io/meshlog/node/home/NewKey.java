package io.meshlog.node.home;

import io.meshlog.sign.Ed25519Key;

/**
 * A key that is durable beside the old one and nobody's identity yet. It becomes the replica's when the database
 * commits its id and {@link #inode}; only then {@link IdentityStore#complete} may follow.
 *
 * @param inode of the file that the key will stay in; 0 where the system has no such number
 */
public record NewKey(Ed25519Key key, long inode) {}
