package io.meshlog.op;

import java.util.List;

/**
 * Every limit on what is authored here, and on what is taken from others (spec §3, §5). Bounds are inclusive.
 * API descriptions and the errors they cause are made from these.
 */
public final class Limits {
    public static final int TYPE_LENGTH_MAX = 64;
    public static final int NAME_CODE_POINTS_MAX = 256;
    public static final int ID_LENGTH_MAX = 256;
    public static final int BODY_BYTES_MAX = 262_144;
    public static final int METADATA_BYTES_MAX = 65_536;
    public static final int NUMBER_DIGITS_MAX = 1_000;
    public static final int NUMBER_EXPONENT_MAX = 308;
    public static final int JSON_DEPTH_MAX = 64;
    public static final int ARTIFACT_IDS_MAX = 64;
    public static final int ARTIFACT_BYTES_MAX = 4_194_304;
    public static final int IDEMPOTENCY_KEY_LENGTH_MAX = 128;
    /** Events in one batch, which is one transaction. */
    public static final int BATCH_EVENTS_MAX = 1_000;

    /** What the author may leave unsigned between two chain points. */
    public static final int UNSIGNED_OPS_MAX = 100;

    public static final int UNSIGNED_BYTES_MAX = 1_048_576;

    /** A larger op is refused; it waits at its origin (spec §5.1). */
    public static final int OP_BYTES_MAX = 8_388_608;

    public static final int PAGE_OPS_MAX = 500;
    public static final int PAGE_BYTES_MAX = 8_388_608;
    /** How far a page may run on past its limit to end at a signed op. */
    public static final int PAGE_OVERRUN_OPS_MAX = 100;
    /** How many ops of one loose origin may share one seq. */
    public static final int COLLISIONS_MAX = 64;

    public static final int BRANCHES_MAX = 64;

    /** How many origins a peer's vector or frontier may name. */
    public static final int ORIGINS_MAX = 20_000;
    /** How many origins of a peer may be refused in a round before the rest waits for the next. */
    public static final int ROUND_REFUSALS_MAX = 32;

    public static final int LIST_LIMIT_DEFAULT = 50;
    public static final int LIST_LIMIT_MAX = 500;

    public static final int REQUEST_BYTES_MAX = 16_777_216;

    public static final List<String> STATUSES =
            List.of("open", "claimed", "ready", "applied", "blocked", "failed", "superseded");
    public static final List<String> ARTIFACT_KINDS = List.of("patch", "file", "log", "json", "note");

    private Limits() {}
}
