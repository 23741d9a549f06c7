package io.meshlog.replica;

import io.meshlog.hlc.DriftBounds;
import org.jspecify.annotations.Nullable;

/**
 * What a replica is told about itself.
 *
 * @param boot a nonce of this process: two processes under one id differ in it
 * @param mesh the mesh's name, or null for none; nodes that name different meshes refuse each other
 * @param pageOps how many ops a page is asked for, 1 to {@link io.meshlog.op.Limits#PAGE_OPS_MAX}
 */
public record ReplicaConfig(String boot, @Nullable String mesh, DriftBounds drift, int pageOps) {}
