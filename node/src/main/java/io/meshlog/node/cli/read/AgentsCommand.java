package io.meshlog.node.cli.read;

import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.client.Query;
import io.meshlog.node.cli.lines.Columns;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code agents}: who spoke, when and where. */
@Command(name = "agents", description = "Shows the agents that wrote something, when last, and from where.")
public final class AgentsCommand extends PagedCommand {
    public AgentsCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String path() {
        return "/logstream/agents";
    }

    @Override
    protected Query query() {
        return new Query();
    }

    @Override
    protected String nothing() {
        return "nobody wrote anything yet";
    }

    @Override
    protected List<String> lines(Document page, boolean isFirst) {
        List<Document> agents = page.objects("agents");
        Columns heads = new Columns();
        for (Document agent : agents) {
            heads.row(
                    or(agent.text("agent"), "?"),
                    or(agent.text("last_seen"), "-"),
                    String.join(" ", texts(agent, "devices")));
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < agents.size(); i++) {
            lines.add(heads.lines().get(i));
            lines.add(below("at " + String.join(" ", texts(agents.get(i), "replicas"))));
            List<String> clashes = texts(agents.get(i), "case_clashes");
            if (!clashes.isEmpty()) {
                lines.add(below("differs in case only: " + String.join(" ", clashes)));
            }
        }
        return lines;
    }

    private static List<String> texts(Document agent, String name) {
        return agent.items(name).stream().map(Object::toString).toList();
    }
}
