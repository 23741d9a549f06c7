package io.meshlog.node.cli.lines;

import io.meshlog.node.cli.client.Document;
import java.util.ArrayList;
import java.util.List;

/** What a node did and found odd. */
public final class Warnings {
    private Warnings() {}

    /** Each one sentence; a warning may be a text, or an object that holds one. */
    public static List<String> of(Document answer) {
        List<String> warnings = new ArrayList<>();
        for (Object item : answer.items("warnings")) {
            String text =
                    item instanceof Document warning ? warning.text("message", "detail", "warning", "text") : null;
            warnings.add(text == null ? item.toString() : text);
        }
        return warnings;
    }
}
