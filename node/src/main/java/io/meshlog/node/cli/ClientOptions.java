package io.meshlog.node.cli;

import java.net.URI;
import picocli.CommandLine.Option;

/** What every command needs that talks to a node. */
final class ClientOptions {
    @Option(
            names = "--url",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8787",
            converter = HttpUrl.class,
            description = "the node to talk to (${DEFAULT-VALUE})")
    private URI url = URI.create("");

    @Option(
            names = "--json",
            fallbackValue = "true",
            description = "the node's answers as they are, one document a line")
    private boolean json;

    boolean json() {
        return json;
    }

    Api api(Terminal terminal) throws CommandFailed {
        return new Api(url, Token.ofClient(terminal));
    }
}
