package io.meshlog.node.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.meshlog.testkit.SharedFixtures;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A recorded session of two people as workload: each is a node, each transaction an event that is authored once its
 * parents are there. Causality must show in the stamps (spec §3.3, H3), everything must be everywhere.
 */
class TraceIT {
    @TempDir
    Path dir;

    /** One person's node, and which transactions are readable there. */
    private static final class Author {
        final NodeUnderTest node;
        final BitSet known = new BitSet();
        String cursor = "";

        Author(NodeUnderTest node) {
            this.node = node;
        }

        void write(int txn, JsonNode transaction) {
            JsonNode patches = transaction.path("patches");
            node.append("{\"type\": \"edit\", \"stream\": \"trace\", \"room\": \"doc\", \"from_agent\": \"author-"
                    + transaction.path("agent").asInt() + "@trace\", \"metadata\": {\"txn\": " + txn + ", \"parents\": "
                    + transaction.path("parents") + ", \"patches\": " + patches + "}}");
            known.set(txn);
        }

        /** Rounds until a transaction is here: the other's signature may be a moment behind its answer. */
        void await(int txn) {
            for (int tries = 0; !known.get(txn); tries++) {
                assertThat(tries)
                        .as("rounds until transaction " + txn + " arrived")
                        .isLessThan(200);
                node.sync();
                readOn();
            }
        }

        private void readOn() {
            JsonNode page;
            do {
                page = node.getJson("/logstream/events?limit=500"
                        + (cursor.isEmpty() ? "" : "&cursor=" + NodeUnderTest.percent(cursor)));
                page.path("events")
                        .forEach(e -> known.set(e.path("metadata").path("txn").asInt()));
                cursor = page.path("cursor").asText();
            } while (page.path("more").asBoolean());
        }
    }

    /** The beginning of it, in every build: with forks and merges of both. */
    @Test
    void whatIsWrittenFirstReachesBothAndStampsFollowCausality() throws IOException {
        List<JsonNode> transactions = trace().subList(0, 6_000);
        assertThat(transactions).anyMatch(t -> t.path("parents").size() > 1);
        assertThat(transactions).anyMatch(t -> t.path("agent").asInt() == 0);
        assertThat(transactions).anyMatch(t -> t.path("agent").asInt() == 1);
        everyTransactionReachesBothAndStampsFollowCausality(transactions);
    }

    @Test
    @Tag("ci")
    void theWholeSessionReachesBothAndStampsFollowCausality() throws IOException {
        everyTransactionReachesBothAndStampsFollowCausality(trace());
    }

    private void everyTransactionReachesBothAndStampsFollowCausality(List<JsonNode> transactions) throws IOException {
        int portA = freePort();
        int portB = freePort();
        try (NodeUnderTest a = new NodeUnderTest(dir.resolve("a"), portA, "http://127.0.0.1:" + portB);
                NodeUnderTest b = new NodeUnderTest(dir.resolve("b"), portB, "http://127.0.0.1:" + portA)) {
            List<Author> authors = List.of(new Author(a), new Author(b));
            for (int i = 0; i < transactions.size(); i++) {
                JsonNode transaction = transactions.get(i);
                Author author = authors.get(transaction.path("agent").asInt());
                for (JsonNode parent : transaction.path("parents")) {
                    author.await(parent.asInt());
                }
                author.write(i, transaction);
            }
            for (Author author : authors) {
                for (int i = transactions.size() - 1; i >= 0; i--) {
                    author.await(i);
                }
            }
            List<JsonNode> fromA = byTransaction(a, transactions.size());
            List<JsonNode> fromB = byTransaction(b, transactions.size());
            for (int i = 0; i < transactions.size(); i++) {
                JsonNode event = fromA.get(i);
                assertThat(fromB.get(i)).isEqualTo(event);
                assertThat(event.path("metadata").path("patches").toString())
                        .isEqualTo(transactions.get(i).path("patches").toString());
                for (JsonNode parent : transactions.get(i).path("parents")) {
                    assertThat(fromA.get(parent.asInt()).path("hlc").asText())
                            .isLessThan(event.path("hlc").asText());
                }
            }
            assertThat(a.vector().path("frontier")).isEqualTo(b.vector().path("frontier"));
        }
    }

    /** Every transaction's event once, without what is the replica's own. */
    private static List<JsonNode> byTransaction(NodeUnderTest node, int count) {
        List<JsonNode> events = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            events.add(null);
        }
        for (JsonNode event : node.events("hlc")) {
            int txn = event.path("metadata").path("txn").asInt();
            assertThat(events.get(txn)).as("transaction " + txn + " twice").isNull();
            ((com.fasterxml.jackson.databind.node.ObjectNode) event).remove(List.of("seq", "local"));
            events.set(txn, event);
        }
        assertThat(events).doesNotContainNull();
        return events;
    }

    private static List<JsonNode> trace() throws IOException {
        Path file = SharedFixtures.require("traces/friendsforever.json.gz");
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            List<JsonNode> transactions = new ArrayList<>();
            NodeUnderTest.JSON.readTree(in).path("txns").forEach(transactions::add);
            return transactions;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
