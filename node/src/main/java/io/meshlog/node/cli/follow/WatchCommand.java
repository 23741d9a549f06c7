package io.meshlog.node.cli.follow;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.read.FilterOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code watch}: prints events as they come, each on a line, until it is stopped. */
@Command(
        name = "watch",
        description = {
            "Prints every event that matches as one line of JSON, from now on until it is stopped.",
            "With --state it goes on where it was stopped: how far it came is saved once the lines are out.",
            "Once it knows where to go on it waits for a node that is away; the first time, one must answer."
        })
public final class WatchCommand extends ClientCommand {
    private static final int PAGE = 500;
    private static final Duration PAUSE_MIN = Duration.ofSeconds(1);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(30);

    @Mixin
    private FilterOptions filter = new FilterOptions();

    @Option(names = "--state", paramLabel = "FILE", description = "remembers how far it came; made if it is not there")
    private @Nullable Path state;

    @Option(
            names = "--cursor",
            paramLabel = "CURSOR",
            description = "begin behind an earlier answer; not where --state remembers")
    private @Nullable String cursor;

    @Option(
            names = "--on-unknown",
            paramLabel = "wait|resume",
            description = "where the cursor's node was ahead of this one: wait, or go on at once and perhaps repeat")
    private @Nullable String onUnknown;

    private Duration pause = Duration.ZERO;

    public WatchCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Api api, boolean json) throws CommandFailed {
        WatchState remembered =
                state == null ? null : new WatchState(state, filter.filters().sorted());
        String known = remembered == null ? null : remembered.read();
        String from = known != null ? known : cursor != null || filter.hasPlace() ? cursor : Poll.TIP;
        Poll poll = new Poll(api, filter, onUnknown, from);
        boolean isKnown = from != null && !from.equals(Poll.TIP);
        // Where it begins is settled before anything is waited for: what comes from here on is not missed.
        Answer answer = isKnown ? next(poll) : poll.next(Duration.ZERO, PAGE);
        while (true) {
            show(answer);
            if (remembered != null) {
                remembered.write(String.valueOf(poll.cursor()));
            }
            answer = next(poll);
        }
    }

    private void show(Answer answer) throws CommandFailed {
        List<String> events = Slices.objects(answer.json(), "events");
        for (String event : events) {
            terminal().document(event);
        }
    }

    /** The next answer, however long the node is away. */
    private Answer next(Poll poll) throws CommandFailed {
        while (true) {
            try {
                Answer answer = poll.next(Poll.LONGEST, PAGE);
                if (!pause.isZero()) {
                    terminal().note("the node is back");
                    pause = Duration.ZERO;
                }
                return answer;
            } catch (CommandFailed e) {
                if (!e.mayPass()) {
                    throw e;
                }
                if (pause.isZero()) {
                    terminal().note(String.valueOf(e.getMessage()) + "; waiting for it");
                }
                pause = pause.isZero() ? PAUSE_MIN : pause.multipliedBy(2);
                if (pause.compareTo(PAUSE_MAX) > 0) {
                    pause = PAUSE_MAX;
                }
                rest();
            }
        }
    }

    private void rest() throws CommandFailed {
        try {
            Thread.sleep(pause.toMillis());
        } catch (InterruptedException e) {
            throw new CommandFailed(ExitCode.INTERRUPTED, "interrupted");
        }
    }
}
