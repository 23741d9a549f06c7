package io.meshlog.node.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.node.NodeConfig;
import io.meshlog.node.api.http.ApiConfig;
import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.sync.PeerConfig;
import io.meshlog.op.Digest;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** {@code demo}: three replicas, a partition, writes on both sides, healing, the same answer everywhere. */
@Command(
        name = "demo",
        description = "Three replicas on this machine: a partition, writes on both sides, healing, one answer.")
public final class DemoCommand implements Callable<Integer> {
    private static final List<String> NAMES = List.of("site-a", "site-b", "site-c");

    private final Terminal terminal;
    private final List<Site> sites = new ArrayList<>();
    /** {@code links.get(i).get(j)} leads from site i to site j. */
    private final List<List<Link>> links = new ArrayList<>();

    public DemoCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws CommandFailed {
        // What the nodes log is not what the demo shows; must be said before the first logger is made.
        if (System.getenv("MESHLOG_LOG_LEVEL") == null) {
            System.setProperty("MESHLOG_LOG_LEVEL", "OFF");
        }
        Vertx vertx = Vertx.vertx();
        Path root = null;
        try {
            root = Files.createTempDirectory("meshlog-demo");
            start(root, vertx);
            return play();
        } catch (IOException e) {
            throw CommandFailed.refused("the demo failed: " + e.getMessage());
        } finally {
            sites.forEach(Site::close);
            vertx.close().toCompletionStage().toCompletableFuture().join();
            if (root != null) {
                delete(root);
            }
        }
    }

    private int play() throws IOException, CommandFailed {
        Site a = sites.get(0);
        Site b = sites.get(1);
        Site c = sites.get(2);

        say("1. All connected. An agent at site-a asks one at site-c.");
        String ask = a.append("pi@a", "codex@c", "task.request", "open", "", "Please bisect the failing build.");
        settle();
        counts();

        say("");
        say("2. The network to site-c is cut. Everyone goes on writing.");
        cutOff(2, true);
        b.append("opencode@b", "*", "report", "", ask, "It fails since Tuesday, for what it is worth.");
        c.append("codex@c", "pi@a", "task.reply", "claimed", ask, "On it.");
        a.append("pi@a", "codex@c", "note", "", ask, "Only the arm64 job is red.");
        c.append("codex@c", "pi@a", "task.reply", "applied", ask, "Found and reverted: 2668053.");
        a.sync();
        b.sync();
        for (String result : c.sync()) {
            say("   site-c asks " + result);
        }
        counts();

        say("");
        say("3. The network is back. Rounds run, each site pulls what it lacks.");
        cutOff(2, false);
        settle();
        counts();

        say("");
        say("4. In merge order, at every site:");
        for (JsonNode event : a.events()) {
            say("   " + event.path("hlc").asText().substring(0, 20) + "  "
                    + pad(event.path("from_agent").asText(), 10) + "  "
                    + pad(event.path("status").asText(""), 8) + "  "
                    + event.path("body").asText());
        }
        return same();
    }

    /** Whether everyone shows the same events in the same order, and holds the same ops. */
    private int same() throws IOException, CommandFailed {
        boolean same = true;
        String first = null;
        for (Site site : sites) {
            String answer = answer(site);
            first = first == null ? answer : first;
            same &= first.equals(answer);
            say("   " + site.name() + "  answer sha256 "
                    + Digest.sha256(answer.getBytes(StandardCharsets.UTF_8)).hex16());
        }
        say("");
        say(same ? "The same answer everywhere." : "The answers differ: this is a bug; please report it.");
        return same ? ExitCode.DONE : ExitCode.FAILED;
    }

    private static String answer(Site site) throws IOException {
        StringBuilder answer = new StringBuilder(site.frontier().toString());
        for (JsonNode event : site.events()) {
            // Where an event arrived is each replica's own; all else must be equal.
            ((com.fasterxml.jackson.databind.node.ObjectNode) event).remove(List.of("seq", "local"));
            answer.append('\n').append(event);
        }
        return answer.toString();
    }

    private void start(Path root, Vertx vertx) throws CommandFailed {
        say("Three replicas on this machine, each with its own data directory and key:");
        List<List<PeerConfig>> peers = new ArrayList<>();
        for (int from = 0; from < NAMES.size(); from++) {
            List<Link> row = new ArrayList<>();
            List<PeerConfig> known = new ArrayList<>();
            for (int to = 0; to < NAMES.size(); to++) {
                Link link = new Link(vertx);
                row.add(link);
                if (from != to) {
                    int port = link.listen()
                            .toCompletionStage()
                            .toCompletableFuture()
                            .join();
                    known.add(new PeerConfig(NAMES.get(to), URI.create("http://127.0.0.1:" + port), null));
                }
            }
            links.add(row);
            peers.add(known);
        }
        for (int i = 0; i < NAMES.size(); i++) {
            String name = NAMES.get(i);
            Site site = new Site(
                    name,
                    new NodeConfig(
                            root.resolve(name),
                            ApiConfig.loopback(0),
                            peers.get(i),
                            "demo",
                            name,
                            Duration.ofHours(1)));
            sites.add(site);
            for (List<Link> row : links) {
                row.get(i).leadsTo(site.port());
            }
            say("   " + name + "  " + site.replica() + "  http://127.0.0.1:" + site.port());
        }
        say("");
    }

    /** Two rounds each: what one site passes on reaches the next. */
    private void settle() throws IOException {
        for (int round = 0; round < 2; round++) {
            for (Site site : sites) {
                site.sync();
            }
        }
    }

    private void cutOff(int site, boolean cut) {
        for (int other = 0; other < NAMES.size(); other++) {
            if (other != site) {
                for (Link link :
                        List.of(links.get(site).get(other), links.get(other).get(site))) {
                    if (cut) {
                        link.cut();
                    } else {
                        link.heal();
                    }
                }
            }
        }
    }

    private void counts() throws IOException, CommandFailed {
        StringBuilder line = new StringBuilder("   ");
        for (Site site : sites) {
            int count = site.events().size();
            line.append(pad(site.name() + ": " + count + (count == 1 ? " event" : " events"), 19));
        }
        say(line.toString().stripTrailing());
    }

    private void say(String text) throws CommandFailed {
        terminal.line(text);
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private static void delete(Path root) {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
