package io.meshlog.op;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A local append that passed every rule of spec §3.1, before it is stamped. Texts are trimmed, optional ones
 * null where absent. Made by {@link DraftRules}; an acknowledgement takes more from its target, as that has it.
 *
 * @param metadata a canonical JSON object
 * @param artifactIds without duplicates, in the author's order; whether they exist is not checked yet
 * @param idempotencyKey null where the caller gave none
 * @param derived fields that the caller did not say: they do not count when a request is held against an earlier one
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
        @Nullable String idempotencyKey,
        Set<String> derived) {

    /** All of it is the caller's. */
    public Draft(
            Event.Routing routing,
            String type,
            @Nullable String status,
            @Nullable String branch,
            @Nullable String baseCommit,
            String body,
            String metadata,
            List<String> artifactIds,
            @Nullable String idempotencyKey) {
        this(routing, type, status, branch, baseCommit, body, metadata, artifactIds, idempotencyKey, NONE);
    }

    private static final Set<String> NONE = Collections.emptySet();

    /** What this request says, standing where its target does. @param fields of the routing that are the target's */
    public Draft standing(Event.Routing where, Set<String> fields) {
        return new Draft(where, type, status, branch, baseCommit, body, metadata, artifactIds, idempotencyKey, fields);
    }
}
