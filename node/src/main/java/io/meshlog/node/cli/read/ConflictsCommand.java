package io.meshlog.node.cli.read;

import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.Visible;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.client.Query;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code conflicts}: what merging brought to light. */
@Command(name = "conflicts", description = "Shows what replicas or agents disagree about: no merge is silent.")
public final class ConflictsCommand extends PagedCommand {
    public ConflictsCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected String path() {
        return "/logstream/conflicts";
    }

    @Override
    protected Query query() {
        return new Query();
    }

    @Override
    protected String nothing() {
        return "no conflicts";
    }

    @Override
    protected List<String> lines(Document page, boolean isFirst) {
        List<String> lines = new ArrayList<>();
        for (Document conflict : page.objects("conflicts")) {
            String kind = or(conflict.text("kind"), "?");
            lines.add(Visible.text(kind + "  " + subject(kind, conflict)));
            for (String detail : details(kind, conflict)) {
                lines.add(below(detail));
            }
        }
        return lines;
    }

    private static String subject(String kind, Document conflict) {
        return switch (kind) {
            case "fork" -> or(conflict.text("origin"), "?") + " after " + or(conflict.text("last_seq"), "?");
            case "contradictory_terminals" -> about(conflict);
            case "quarantine" -> address(conflict);
            default -> or(conflict.text("event_id"), "?");
        };
    }

    private static List<String> details(String kind, Document conflict) {
        return switch (kind) {
            case "id_conflict" ->
                conflict.objects("ops").stream().map(ConflictsCommand::address).toList();
            case "fork" ->
                conflict.items("branches").stream().map(Object::toString).toList();
            case "claim_lost" ->
                List.of(
                        or(conflict.text("agent"), "?") + " lost " + about(conflict),
                        or(conflict.object("winner").text("agent"), "?") + " won with "
                                + or(conflict.object("winner").text("event_id"), "?"));
            case "contradictory_terminals" ->
                conflict.objects("replies").stream()
                        .map(reply -> or(reply.text("status"), "?") + "  " + or(reply.text("agent"), "?") + "  "
                                + or(reply.text("event_id"), "?"))
                        .toList();
            case "clock_anomaly", "quarantine" -> List.of(or(conflict.text("reason"), "?"));
            default -> List.of();
        };
    }

    private static String about(Document conflict) {
        String named = conflict.text("ack_of");
        return named != null ? named : "thread " + or(conflict.text("thread"), "?");
    }

    private static String address(Document op) {
        return or(op.text("origin_replica"), "?") + "#" + or(op.text("origin_seq"), "?");
    }
}
