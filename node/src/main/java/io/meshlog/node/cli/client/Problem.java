package io.meshlog.node.cli.client;

import io.meshlog.node.cli.CommandFailed;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A refusal of a node as one line (RFC 9457; spec §9). */
final class Problem {
    private Problem() {}

    /** What says by its status that it may be otherwise later: too many, or not there at present. */
    private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

    /** @param document the body, or null where it was no JSON object */
    static CommandFailed of(URI base, int status, HttpHeaders headers, @Nullable Document document) {
        CommandFailed failed = refusal(base, status, headers, document);
        if (status == 404 && headers.firstValue("Retry-After").isPresent()) {
            return failed.nothingYet();
        }
        return PASSING.contains(status) ? failed.passing() : failed;
    }

    private static CommandFailed refusal(URI base, int status, HttpHeaders headers, @Nullable Document document) {
        if (status / 100 == 3) {
            String target = headers.firstValue("Location").orElse("nowhere");
            return CommandFailed.refused(
                    base + " answered " + status + " and points to " + target + "; redirects are not followed");
        }
        String said = document == null ? null : said(document);
        if (status == 401) {
            return CommandFailed.refused(base + " wants a valid token: set MESHLOG_TOKEN or MESHLOG_TOKEN_FILE"
                    + (said == null ? "" : " (" + said + ")"));
        }
        if (document == null || said == null) {
            return notTheProtocol(base, status, headers);
        }
        return CommandFailed.refused(asOptions(said)
                + members(document)
                + others(document)
                + headers.firstValue("Retry-After")
                        .map(after -> "; try again in " + after + " s")
                        .orElse(""));
    }

    /** Something answered that is no node: a portal, a proxy, another program. */
    static CommandFailed notTheProtocol(URI base, int status, HttpHeaders headers) {
        return CommandFailed.refused(base + " answered " + status + " with "
                + headers.firstValue("Content-Type")
                        .filter(type -> !type.isEmpty())
                        .orElse("something")
                + " that no meshlog node sends; is --url or MESHLOG_URL right?");
    }

    /** A node speaks of parameters; whoever reads this has options. */
    private static String asOptions(String said) {
        return said.replace("on_unknown=", "--on-unknown ");
    }

    private static @Nullable String said(Document problem) {
        String title = problem.text("title");
        String detail = problem.text("detail", "error", "message");
        if (title == null || detail == null || detail.startsWith(title)) {
            return detail == null ? title : detail;
        }
        return title + ": " + detail;
    }

    /** Where the document names everything that is wrong, the first is what it said already. */
    private static String others(Document problem) {
        StringJoiner others = new StringJoiner("; ", "; also: ", "").setEmptyValue("");
        problem.objects("errors").stream().skip(1).forEach(error -> {
            String detail = error.text("detail");
            if (detail != null) {
                others.add(detail);
            }
        });
        return others.toString();
    }

    private static String members(Document problem) {
        StringJoiner members = new StringJoiner(", ", " (", ")").setEmptyValue("");
        for (String name : new String[] {"field", "index", "limit", "size"}) {
            String value = problem.text(name);
            if (value != null) {
                members.add(name + " " + value);
            }
        }
        return members.toString();
    }
}
