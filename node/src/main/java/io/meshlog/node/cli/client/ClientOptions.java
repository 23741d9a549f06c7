package io.meshlog.node.cli.client;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.HttpUrl;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.Token;
import java.net.URI;
import picocli.CommandLine.Option;

/** What every command needs that talks to a node. */
final class ClientOptions {
    private static final String DEFAULT_URL = "http://127.0.0.1:8787";

    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = DEFAULT_URL,
            converter = HttpUrl.class,
            description = "the node to talk to (" + DEFAULT_URL + ")")
    private URI url = URI.create(DEFAULT_URL);

    @Option(
            names = "--json",
            fallbackValue = "true",
            description = "the node's answers as they are, one document a line")
    private boolean json;

    boolean json() {
        return json;
    }

    Api api(Terminal terminal) throws CommandFailed {
        String agent = terminal.variable("MESHLOG_AGENT");
        return new Api(url, Token.ofClient(terminal), agent == null || agent.isBlank() ? null : agent);
    }
}
