package io.meshlog.node.cli.read;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.Visible;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.client.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A command that shows a list which a node answers page by page. Confined to one thread. */
abstract class PagedCommand extends ClientCommand {
    /** Lines are made to fit this; only ids and names may go beyond. */
    private static final int WIDTH = 80;

    @Option(names = "--limit", paramLabel = "N", description = "how many a page (at most 500)")
    private @Nullable Integer limit;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "go on where an earlier answer ended")
    private @Nullable String cursor;

    @Option(names = "--all", fallbackValue = "true", description = "every page, not only the first")
    private boolean all;

    PagedCommand(Terminal terminal) {
        super(terminal);
    }

    /** What to ask for. */
    protected abstract String path();

    /** What is asked beside {@code limit} and {@code cursor}. */
    protected abstract Query query();

    /** @param isFirst whether it is the first page of this run */
    protected abstract List<String> lines(Document page, boolean isFirst);

    /** What to say where nothing is listed at all. */
    protected abstract String nothing();

    @Override
    protected final int run(Api api, boolean json) throws CommandFailed {
        String from = cursor;
        boolean isFirst = true;
        boolean isEmpty = true;
        while (true) {
            Answer page = api.get(path(), query().one("limit", limit).one("cursor", from));
            if (json) {
                terminal().document(page.json());
            } else {
                List<String> lines = lines(page.document(), isFirst);
                isEmpty &= lines.isEmpty();
                lines(lines);
            }
            isFirst = false;
            String next = page.document().text("cursor");
            boolean more = page.document().isTrue("more");
            if (more && all) {
                if (next == null || next.equals(from)) {
                    throw CommandFailed.refused("the node says that there is more, but its cursor does not move");
                }
                from = next;
                continue;
            }
            if (!json && isEmpty) {
                terminal().note(nothing());
            }
            if (!json && more) {
                terminal().note("there is more: --all, or --cursor " + next);
            }
            return ExitCode.DONE;
        }
    }

    static String or(@Nullable String text, String otherwise) {
        return text == null ? otherwise : text;
    }

    /** A line below another one: indented, safe for a terminal, cut to the width. */
    static String below(String text) {
        String line = Visible.text("    " + text);
        return line.codePointCount(0, line.length()) <= WIDTH
                ? line
                : line.substring(0, line.offsetByCodePoints(0, WIDTH - 2)).stripTrailing() + " …";
    }
}
