package io.meshlog.node.api.operate;

import io.meshlog.node.api.http.ApiPorts;
import io.meshlog.node.api.problem.Problems;
import io.meshlog.node.store.file.StoreException;
import java.util.ArrayList;
import java.util.List;

/** Why a node is not fit to store, the same whichever route is asked (spec §9). */
final class Hindrances {
    /** With less than this the disk counts as full: room for one largest request, and then some. */
    static final long FREE_BYTES_MIN = 16L << 20;

    private Hindrances() {}

    /** One clause each, for everyone's eyes; empty where all is well. Blocks. */
    static List<String> of(ApiPorts ports) {
        List<String> hindrances = new ArrayList<>();
        StoreException stalled = ports.log().stalled();
        if (stalled != null) {
            hindrances.add("the log's writer does not move: " + Problems.why(stalled));
        }
        boolean isSaid = stalled != null && stalled.kind() == StoreException.Kind.DISK_FULL;
        if (!isSaid && ports.freeBytes().getAsLong() < FREE_BYTES_MIN) {
            hindrances.add("the disk is full: less than " + FREE_BYTES_MIN + " bytes are free for the log");
        }
        return hindrances;
    }
}
