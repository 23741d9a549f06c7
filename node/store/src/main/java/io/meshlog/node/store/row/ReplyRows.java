package io.meshlog.node.store.row;

import io.meshlog.node.store.file.Database;
import io.meshlog.view.Clearing;
import io.meshlog.view.LastWords;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of {@code reply}: how statuses stand in them, and the newest end of each agent about one thing. Stateless. */
public final class ReplyRows {
    public static final int CLAIMED = 0;

    private static final String NEXT_AGENT = "SELECT agent FROM reply INDEXED BY reply_end"
            + " WHERE about = ? AND agent > ? AND status > 0 ORDER BY agent LIMIT 1";
    private static final String NEWEST = "SELECT op, status FROM reply INDEXED BY reply_end"
            + " WHERE about = ? AND agent = ? AND status > 0 ORDER BY place DESC LIMIT 1";

    private static final String SECOND_AGENT = "SELECT 1 FROM reply INDEXED BY reply_end"
            + " WHERE about = ?1 AND status > 0 AND agent > (SELECT agent FROM reply INDEXED BY reply_end"
            + " WHERE about = ?1 AND status > 0 ORDER BY agent LIMIT 1) LIMIT 1";

    private ReplyRows() {}

    /** The code of a status that claims or ends; -1 for others. */
    public static int code(@Nullable String status) {
        return Clearing.CLAIMED.equals(status)
                ? CLAIMED
                : Clearing.isTerminal(status) ? 1 + Clearing.TERMINAL.indexOf(status) : -1;
    }

    static String status(int code) {
        return code == CLAIMED ? Clearing.CLAIMED : Clearing.TERMINAL.get(code - 1);
    }

    /** Whether more than one agent ended a thing. */
    public static boolean areSeveral(Database db, String about) throws SQLException {
        return db.number(SECOND_AGENT, about) != null;
    }

    /** @param status see {@link #code} */
    public record LastWord(long op, int status) {}

    /** Two seeks an agent, however much was said. */
    public static List<LastWord> of(Database db, String about) throws SQLException {
        List<LastWord> words = new ArrayList<>();
        Long agent = db.number(NEXT_AGENT, about, -1);
        while (agent != null) {
            try (ResultSet rows = db.query(NEWEST, about, agent)) {
                if (rows.next()) {
                    words.add(new LastWord(rows.getLong(1), rows.getInt(2)));
                }
            }
            agent = db.number(NEXT_AGENT, about, agent);
        }
        return words;
    }

    public static boolean contradict(Database db, String about) throws SQLException {
        List<String> statuses = new ArrayList<>();
        for (LastWord word : of(db, about)) {
            statuses.add(status(word.status()));
        }
        return LastWords.contradict(statuses);
    }
}
