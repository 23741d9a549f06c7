package io.meshlog.node.store;

import io.meshlog.op.Origin;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.OpLogContractTest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

class SqliteOpLogContractTest extends OpLogContractTest {
    @TempDir
    Path directory;

    private SqliteStore store;

    @Override
    protected OpLog open(Origin self) {
        store = Stores.open(directory, self);
        return store.opLog();
    }

    @Override
    protected OpLog reopen(OpLog log) {
        store.close();
        store = Stores.open(directory, new Origin("not-asked"));
        return store.opLog();
    }

    @AfterEach
    void databaseIsSound() {
        store.check();
        store.close();
    }
}
