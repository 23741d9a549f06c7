package io.meshlog.node.home;

import java.nio.file.Path;
import java.util.List;

/** The names in a data directory. @param directory absolute, links resolved */
record HomeFiles(Path directory) {

    /** The replica's secret key, mode 0600. */
    Path key() {
        return directory.resolve("replica.key");
    }

    /** A key that is about to become {@link #key}: there only while an identity is being taken. */
    Path nextKey() {
        return directory.resolve("replica.key.next");
    }

    /** What {@link #key} says, for people and programs; no secret. */
    Path shown() {
        return directory.resolve("replica.json");
    }

    Path nextShown() {
        return directory.resolve("replica.json.next");
    }

    Path lock() {
        return directory.resolve("lock");
    }

    Path database() {
        return directory.resolve("meshlog.sqlite3");
    }

    Path databaseWal() {
        return directory.resolve("meshlog.sqlite3-wal");
    }

    Path databaseShm() {
        return directory.resolve("meshlog.sqlite3-shm");
    }

    List<Path> all() {
        return List.of(database(), databaseWal(), databaseShm(), key(), nextKey(), shown(), nextShown(), lock());
    }
}
