package io.meshlog.node.store.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.node.store.SqliteStore;
import io.meshlog.node.store.Stores;
import io.meshlog.node.store.file.StoreException;
import io.meshlog.node.store.file.StoreFiles;
import io.meshlog.replica.LogScript;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The check finds views that do not say what the log says; making them anew mends it. */
class ViewCheckTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void write() {
        LogScript script = new LogScript();
        script.chained(LogScript.origin(1), "ask", Map.of("status", "open", "to_agent", "b@2"));
        script.chained(
                LogScript.origin(1),
                "claim",
                Map.of("status", "claimed", "from_agent", "b@2", "correlation_id", "ask"));
        script.chained(
                LogScript.origin(1), "late", Map.of("status", "claimed", "from_agent", "c@3", "correlation_id", "ask"));
        try (SqliteStore store = Stores.open(directory, LogScript.origin(1))) {
            store.opLog().commit(List.of(script.commit()));
            store.check();
            // Nothing of the check is left in the reader.
            assertThat(store.reader().owed("b@2", null, 5, 1_000).items()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ask; UPDATE ask SET cleared = 1",
                "reply; DELETE FROM reply WHERE op = 2",
                "spoke; UPDATE spoke SET hlc = 'x'",
                "heard; DELETE FROM heard",
                "agent; INSERT INTO agent VALUES ('nobody', 99, 'nobody')",
                "conflict; DELETE FROM conflict"
            })
    void aViewThatDoesNotFollowFromTheLogIsNamed(String table, String damage) throws SQLException {
        try (Connection db = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve(StoreFiles.NAME));
                Statement statement = db.createStatement()) {
            assertThat(statement.executeUpdate(damage)).isPositive();
        }
        try (SqliteStore store = Stores.open(directory, LogScript.origin(1))) {
            assertThatThrownBy(store::check)
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("view '" + table + "'");
            store.opLog().rebuildViews();
            assertThatCode(store::check).doesNotThrowAnyException();
        }
    }

    @Test
    void anUntouchedOneIsSound() {
        try (SqliteStore store = Stores.open(directory, LogScript.origin(1))) {
            assertThatCode(store::check).doesNotThrowAnyException();
        }
    }
}
