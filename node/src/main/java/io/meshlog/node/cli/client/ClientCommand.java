package io.meshlog.node.cli.client;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.Terminal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that asks one node over HTTP and shows what it answers. Confined to one thread. */
public abstract class ClientCommand implements Callable<Integer> {
    @Mixin
    private ClientOptions client = new ClientOptions();

    private final Terminal terminal;

    protected ClientCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public final Integer call() throws CommandFailed {
        return run(client.api(terminal), client.json());
    }

    /**
     * @param json print the answers and nothing else on stdout
     * @return the exit code
     */
    protected abstract int run(Api api, boolean json) throws CommandFailed;

    protected final Terminal terminal() {
        return terminal;
    }

    protected final void lines(Iterable<String> lines) throws CommandFailed {
        for (String line : lines) {
            terminal.line(line);
        }
    }
}
