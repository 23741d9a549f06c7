package io.meshlog.sim.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.meshlog.sim.history.Build;
import io.meshlog.sim.history.CaseFile;
import io.meshlog.sim.run.Cases;
import io.meshlog.sim.run.Obligations;
import io.meshlog.sim.run.SimConfig;
import io.meshlog.sim.run.Tally;
import io.meshlog.sim.run.Verdict;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What programs are told of a sweep or a run: one JSON document on one line. Confined to one thread. */
public final class JsonReport {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ObjectNode document = JsonNodeFactory.instance.objectNode();

    /** @param ending {@code passed}, {@code violated} … @param seeds as in the summary line */
    public JsonReport(String ending, int exitCode, String seeds, SimConfig config) {
        document.put("ending", ending.toLowerCase(Locale.ROOT).replace('_', '-'));
        document.put("exit", exitCode);
        document.put("seed", seeds);
        document.put("build", Build.here().text());
        document.put("profile", config.profile().label());
        document.put("replicas", config.size().replicas());
        document.put("ops", config.size().ops());
        document.put("store", config.store());
    }

    public JsonReport sums(Tally tally, long wallMillis) {
        document.put("runs", tally.runs());
        document.put("runTwice", tally.runTwice());
        document.put("events", tally.events());
        document.put("steps", tally.steps());
        document.put("faultsAttempted", tally.attempts());
        document.put("faultsEffective", tally.faults().effects());
        document.put("virtualMillis", tally.virtualMillis());
        document.put("wallMillis", wallMillis);
        document.put("trace", tally.trace());
        return this;
    }

    public JsonReport obligations(List<Obligations.Obligation> obligations) {
        ArrayNode listed = document.putArray("obligations");
        for (Obligations.Obligation obligation : obligations) {
            listed.addObject()
                    .put("name", obligation.name())
                    .put("reason", obligation.reason())
                    .put("asked", obligation.asked())
                    .put("attempted", obligation.attempted())
                    .put("applied", obligation.applied())
                    .put("effective", obligation.count())
                    .put("met", obligation.isMet());
        }
        return this;
    }

    /** @param explanation see {@link Explanation}; only looked at where it failed */
    public JsonReport run(Verdict verdict, List<String> explanation) {
        CaseFile.Failure failure = Cases.failure(verdict);
        if (failure != null) {
            ObjectNode said = document.putObject("failure");
            said.put("seed", verdict.config().seed());
            said.put("invariant", failure.invariant());
            said.put("kind", failure.kind());
            said.put("subject", failure.subject());
            said.put("replica", failure.replica());
            said.put("detail", failure.detail());
            said.put("trace", verdict.trace());
            said.put("atMillis", verdict.virtualMillis());
            said.put("event", verdict.events());
            texts(said.putArray("holders"), verdict.holders());
            texts(said.putArray("debts"), verdict.debts());
            texts(said.putArray("explanation"), explanation);
        }
        ObjectNode heads = document.putObject("heads");
        verdict.heads().forEach(heads::put);
        return this;
    }

    public JsonReport with(String name, @Nullable String value) {
        document.put(name, value);
        return this;
    }

    public JsonReport with(String name, List<String> values) {
        texts(document.putArray(name), values);
        return this;
    }

    private static void texts(ArrayNode array, List<String> texts) {
        texts.forEach(array::add);
    }

    /** Without a line break. */
    public String text() {
        try {
            return MAPPER.writeValueAsString(document);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a document of texts and numbers has a text", e);
        }
    }
}
