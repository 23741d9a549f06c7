package io.meshlog.node.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that asks one node over HTTP and shows what it answers. Confined to one thread. */
abstract class ClientCommand implements Callable<Integer> {
    @Mixin
    private ClientOptions client = new ClientOptions();

    private final Terminal terminal;

    ClientCommand(Terminal terminal) {
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
    abstract int run(Api api, boolean json) throws CommandFailed;

    final Terminal terminal() {
        return terminal;
    }

    final void lines(Iterable<String> lines) throws CommandFailed {
        for (String line : lines) {
            terminal.line(line);
        }
    }
}
