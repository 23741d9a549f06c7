package io.meshlog.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/** Why a document cannot be read, in our words: a parser's own repeat what was sent, which may be a secret. */
final class NotJson {
    private NotJson() {}

    /** @param depthMax how many levels the reader that failed takes */
    static String words(IOException e, int depthMax) {
        if (isTooDeep(e)) {
            return "the document is nested deeper than " + depthMax + " levels";
        } else if (e instanceof JsonProcessingException json) {
            long at = json.getLocation() == null ? -1 : json.getLocation().getCharOffset();
            return "the document is not JSON, or ends too early"
                    + (at < 0 ? "" : ": it cannot be read past character " + at);
        }
        // From our own readers.
        return String.valueOf(e.getMessage());
    }

    /** The only one of the parser's own bounds that a document of a size that is taken can pass. */
    static boolean isTooDeep(IOException e) {
        return e instanceof StreamConstraintsException;
    }
}
