package io.meshlog.node.home;

/** Why a replica must not write on under its id, as its files and its clock show at start (spec §2). */
public enum RenewalReason {
    RESTORED("this is a copy restored from a backup"),
    KEY_MISSING("replica.key is missing"),
    KEY_OF_PREVIOUS_ID("replica.key is the key of a previous id"),
    KEY_COPIED("replica.key is not the file that it was: the directory was copied"),
    DATABASE_GONE("the database is gone and its key is still there"),
    CLOCK_AHEAD("the clock's mark is more than 24 hours ahead of the time here");

    private final String text;

    RenewalReason(String text) {
        this.text = text;
    }

    /** A clause for people. */
    public String text() {
        return text;
    }
}
