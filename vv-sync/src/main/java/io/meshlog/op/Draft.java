package io.meshlog.op;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A local append that passed every rule of spec §3.1, before it is stamped. Texts are trimmed, optional ones
 * null where absent. Made by {@link DraftRules}.
 *
 * @param metadata a canonical JSON object
 * @param artifactIds without duplicates, in the author's order; whether they exist is not checked yet
 * @param idempotencyKey null where the caller gave none
 */
public record Draft(
        Event.Routing routing,
        String type,
        @Nullable String status,
        @Nullable String branch,
        @Nullable String baseCommit,
        String body,
        String metadata,
        List<String> artifactIds,
        @Nullable String idempotencyKey) {}
