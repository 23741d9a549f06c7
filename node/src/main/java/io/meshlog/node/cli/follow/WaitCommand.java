package io.meshlog.node.cli.follow;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.Durations;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.lines.EventLines;
import io.meshlog.node.cli.read.FilterOptions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code wait}: blocks until an event matches; what is there already counts unless told otherwise. */
@Command(
        name = "wait",
        description = {
            "Waits until an event matches, shows it, and ends; with 2 if none came in time.",
            "What is there already counts: give --new, or the cursor of an earlier answer."
        })
public final class WaitCommand extends ClientCommand {
    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Durations.class,
            description = "how long to wait (60s); 0s looks only")
    private Duration timeout = Duration.ofSeconds(60);

    @Option(names = "--new", fallbackValue = "true", description = "only what arrives from now on")
    private boolean onlyNew;

    @Option(names = "--cursor", paramLabel = "CURSOR", description = "go on where an earlier answer ended")
    private @Nullable String cursor;

    @Option(
            names = "--on-unknown",
            paramLabel = "wait|resume",
            description = "where the cursor's node was ahead of this one: wait, or go on at once and perhaps repeat")
    private @Nullable String onUnknown;

    @Option(names = "--limit", paramLabel = "N", description = "at most so many events (50; at most 500)")
    private int limit = 50;

    public WaitCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Api api, boolean json) throws CommandFailed {
        if (onlyNew && (cursor != null || filter.hasPlace())) {
            throw CommandFailed.usage("--new, --cursor and --since-event each say where to begin: give one");
        }
        Poll poll = new Poll(api, filter, onUnknown, onlyNew ? Poll.TIP : cursor);
        long until = System.nanoTime() + timeout.toNanos();
        while (true) {
            Duration left = Duration.ofNanos(Math.max(0, until - System.nanoTime()));
            Answer answer = next(poll, left);
            if (answer == null) {
                continue;
            }
            List<Document> events = answer.document().objects("events");
            if (!events.isEmpty() || System.nanoTime() - until >= 0) {
                if (json) {
                    terminal().document(answer.json());
                } else if (events.isEmpty()) {
                    terminal()
                            .note("nothing came within " + timeout.toMillis() + "ms; go on with --cursor "
                                    + poll.cursor());
                } else {
                    lines(EventLines.of(events));
                }
                return events.isEmpty() ? ExitCode.NOTHING_CAME : ExitCode.DONE;
            }
        }
    }

    /** Null where the cursor's events are still to come, and there is time left for them. */
    private @Nullable Answer next(Poll poll, Duration left) throws CommandFailed {
        try {
            return poll.next(left, limit);
        } catch (CommandFailed e) {
            if (e.exitCode() != ExitCode.NOTHING_CAME || left.compareTo(Poll.LONGEST) <= 0) {
                throw e;
            }
            return null;
        }
    }
}
