package io.meshlog.node.store;

import io.meshlog.view.LastWords;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The newest end of each agent about one thing: two seeks an agent, however much was said. Stateless. */
final class LastWordReads {
    private static final String NEXT_AGENT = "SELECT agent FROM reply INDEXED BY reply_end"
            + " WHERE about = ? AND agent > ? AND status > 0 ORDER BY agent LIMIT 1";
    private static final String NEWEST = "SELECT op, status FROM reply INDEXED BY reply_end"
            + " WHERE about = ? AND agent = ? AND status > 0 ORDER BY place DESC LIMIT 1";

    private static final String SECOND_AGENT = "SELECT 1 FROM reply INDEXED BY reply_end"
            + " WHERE about = ?1 AND status > 0 AND agent > (SELECT agent FROM reply INDEXED BY reply_end"
            + " WHERE about = ?1 AND status > 0 ORDER BY agent LIMIT 1) LIMIT 1";

    private LastWordReads() {}

    /** Whether more than one agent ended a thing. */
    static boolean areSeveral(Database db, String about) throws SQLException {
        return db.number(SECOND_AGENT, about) != null;
    }

    /** @param status see {@link ReplyWrites#code} */
    record LastWord(long op, int status) {}

    static List<LastWord> of(Database db, String about) throws SQLException {
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

    static boolean contradict(Database db, String about) throws SQLException {
        List<String> statuses = new ArrayList<>();
        for (LastWord word : of(db, about)) {
            statuses.add(ReplyWrites.status(word.status()));
        }
        return LastWords.contradict(statuses);
    }
}
