package io.meshlog.sim.world;

import io.meshlog.replica.Answer;
import io.meshlog.sim.draw.Mix;
import java.util.List;

/** What happens to the body of an answer on its way. */
enum Damage {
    NONE("") {
        @Override
        String to(String text) {
            return text;
        }
    },
    /** It breaks off somewhere. */
    CUT("the answer breaks off") {
        @Override
        String to(String text) {
            return text.substring(0, (int) Long.remainderUnsigned(Mix.of(1, text), Math.max(1, text.length())));
        }
    },
    /** Something else stands in its place: a portal's page, or JSON that is nobody's answer. */
    GARBAGE("not the peer's protocol: content type text/html") {
        @Override
        String to(String text) {
            return OTHERS.get((int) Long.remainderUnsigned(Mix.of(2, text), OTHERS.size()));
        }
    };

    private static final List<String> OTHERS =
            List.of("<html><body>Please log in</body></html>", "", "{}", "[]", "null", "{\"error\":\"not found\"}");

    private final String failure;

    Damage(String failure) {
        this.failure = failure;
    }

    abstract String to(String text);

    /** Where answers are handed over as values, nothing of one is left. */
    Answer failed() {
        return new Answer.Failed(failure);
    }
}
