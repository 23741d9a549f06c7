package io.meshlog.sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Origin;
import io.meshlog.replica.OpLog;
import io.meshlog.replica.OpLogContractTest;
import io.meshlog.sim.world.Shelf;
import io.meshlog.sim.world.Shown;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of a log where every process that starts finds what a killed one left. */
class SqliteShelfContractTest extends OpLogContractTest {
    private final Shelf.Maker shelves = SqliteShelf.maker();
    private Shelf shelf = shelves.make(new Origin("not-asked"));

    @Override
    protected OpLog open(Origin self) {
        shelf = shelves.make(self);
        return shelf.open();
    }

    @Override
    protected OpLog reopen(OpLog log) {
        return shelf.open();
    }

    @AfterEach
    void close() {
        shelf.discard();
        shelves.close();
    }

    @Test
    void aCopyOfAnOpenDirectoryHoldsAllThatWasCommittedAndGoesItsOwnWay() {
        OpLog first = open(new Origin("r1"));
        first.commit(List.of(io.meshlog.replica.Commit.nothing(5)));
        Shelf copy = shelf.copy();
        first.commit(List.of(io.meshlog.replica.Commit.nothing(9)));
        assertThat(copy.open().recover().nextSeq()).isEqualTo(5);
        assertThat(shelf.open().recover().nextSeq()).isEqualTo(9);
        copy.discard();
    }

    @Test
    void whatReadersGetIsComparedWithWhatTheyShouldGet() {
        open(new Origin("r1"));
        assertThat(shelf.differences(() -> new Shown(List.of(), List.of(), new TreeMap<>())))
                .isEmpty();
        Shown.Event event = new Shown.Event("evt_1", 1, false, false, "", "\"hello\"");
        TreeMap<String, String> artifacts = new TreeMap<>();
        artifacts.put("art_1", "00");
        assertThat(shelf.differences(() -> new Shown(List.of(event), List.of("evt_1"), artifacts)))
                .hasSize(5);
    }

    @Test
    void leavesNothingBehind() {
        Directories directories = Directories.make();
        Path root = java.util.Objects.requireNonNull(directories.next().getParent());
        try (Shelf.Maker made = SqliteShelf.maker(directories)) {
            made.make(new Origin("r1")).open();
            Shelf other = made.make(new Origin("r2"));
            other.open();
            other.open();
            other.copy();
            assertThat(root).isNotEmptyDirectory();
        }
        assertThat(root).doesNotExist();
    }
}
