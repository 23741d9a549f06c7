package io.meshlog.node.cli.operate;

import io.meshlog.node.cli.CommandFailed;
import io.meshlog.node.cli.ExitCode;
import io.meshlog.node.cli.Terminal;
import io.meshlog.node.cli.client.Answer;
import io.meshlog.node.cli.client.Api;
import io.meshlog.node.cli.client.ClientCommand;
import io.meshlog.node.cli.client.Document;
import io.meshlog.node.cli.lines.PeerLines;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** {@code sync}: a round with every peer, now. */
@Command(
        name = "sync",
        description = "Runs a round with every peer now, whatever back-off and breakers say; 1 if any failed.")
public final class SyncCommand extends ClientCommand {
    public SyncCommand(Terminal terminal) {
        super(terminal);
    }

    @Override
    protected int run(Api api, boolean json) throws CommandFailed {
        Answer answer = api.post("/admin/sync", "{}", Api.SYNC_TIME);
        List<Document> peers = answer.document().objects("peers");
        if (json) {
            terminal().document(answer.json());
        } else if (peers.isEmpty()) {
            terminal().note("no peers are configured; nothing to sync");
        }
        boolean failed = false;
        for (Document peer : peers) {
            String failure = failure(peer);
            failed |= failure != null;
            if (!json) {
                terminal().line(PeerLines.name(peer) + ": " + (failure == null ? done(peer) : "failed: " + failure));
            }
        }
        return failed ? ExitCode.FAILED : ExitCode.DONE;
    }

    /** Why the round with the peer is no success, or null. */
    private static @Nullable String failure(Document peer) {
        Document round = peer.object("last_round");
        if (round.isTrue("succeeded")) {
            return null;
        }
        List<String> refusals =
                round.items("refusals").stream().map(Object::toString).toList();
        String failure = round.text("failure");
        if (failure == null && !refusals.isEmpty()) {
            failure = String.join("; ", refusals);
        }
        failure = failure == null ? peer.text("last_error") : failure;
        return failure == null ? "no round ended" : failure;
    }

    private static String done(Document peer) {
        Document round = peer.object("last_round");
        String lag = peer.text("lag_ops");
        return "ok, " + round.text("applied") + " new ops, " + round.text("artifacts") + " new artifacts"
                + (lag == null || lag.equals("0") ? "" : ", " + lag + " ops still missing");
    }
}
