package io.meshlog.sim.history;

import io.meshlog.op.JsonText;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes {@linkplain CaseFile cases}. */
public final class CaseWriter {
    private static final String STEP = "  ";

    private final CaseFile written;
    private final StringBuilder out = new StringBuilder(1 << 16);

    private CaseWriter(CaseFile written) {
        this.written = written;
    }

    /** Writes the whole file, or none of it. */
    public static void write(CaseFile written, Path file) throws IOException {
        WholeFile.write(file, text(written));
    }

    /** The document. */
    public static String text(CaseFile written) {
        return new CaseWriter(written).document();
    }

    private String document() {
        out.append("{\n");
        member("format", JsonText.quote(CaseFile.FORMAT));
        member("build", "{" + RecordJson.members(written.build()) + "}");
        member("jdk", JsonText.quote(written.jdk()));
        member(
                "config",
                "{\"seed\": " + written.seed() + ", \"profile\": "
                        + JsonText.quote(written.profile().label()) + ", \"replicas\": "
                        + written.size().replicas() + ", \"ops\": "
                        + written.size().ops() + ", \"store\": "
                        + JsonText.quote(written.store()) + "}");
        CaseFile.Failure failure = written.failure();
        member("failure", failure == null ? "null" : "{" + RecordJson.members(failure) + "}");
        member("trace", JsonText.quote(written.trace()));
        setup(written.plan());
        List<String> actions = new ArrayList<>();
        for (Action action : written.plan().actions()) {
            String kind = "\"do\": " + JsonText.quote(RecordJson.word(action.getClass())) + ", ";
            actions.add("{" + kind + RecordJson.members((Record) action) + why(action.id()) + "}");
        }
        lines(STEP, "actions", "[", actions, "]");
        out.append(",\n");
        List<String> fates = new ArrayList<>();
        written.fates()
                .forEach((name, fate) ->
                        fates.add(JsonText.quote(name) + ": {" + RecordJson.members(fate) + why(name) + "}"));
        lines(STEP, "fates", "{", fates, "}");
        return out.append("\n}\n").toString();
    }

    private String why(String name) {
        String note = written.why().get(name);
        return note == null ? "" : ", \"why\": " + JsonText.quote(note);
    }

    private void member(String name, String value) {
        out.append(STEP).append(JsonText.quote(name)).append(": ").append(value).append(",\n");
    }

    private void setup(Plan plan) {
        out.append(STEP).append("\"setup\": {\n");
        List<String> replicas = plan.replicas().stream()
                .map(s -> "{" + RecordJson.members(s) + "}")
                .toList();
        lines(STEP + STEP, "replicas", "[", replicas, "]");
        out.append(",\n");
        List<String> faults = plan.faults().stream().map(FaultKind::label).toList();
        List<String> rest = List.of(
                "\"hubs\": " + RecordJson.texts(plan.hubs()),
                "\"newer\": " + RecordJson.texts(plan.newer()),
                "\"faults\": " + RecordJson.texts(faults),
                "\"faultsEndMillis\": " + plan.faultsEndMillis(),
                "\"core\": " + RecordJson.texts(plan.core()));
        out.append(STEP).append(STEP).append(String.join(",\n" + STEP + STEP, rest));
        out.append('\n').append(STEP).append("},\n");
    }

    private void lines(String indent, String name, String open, List<String> lines, String close) {
        out.append(indent).append(JsonText.quote(name)).append(": ").append(open);
        String separator = "\n" + indent + STEP;
        for (String line : lines) {
            out.append(separator).append(line);
            separator = ",\n" + indent + STEP;
        }
        out.append(lines.isEmpty() ? "" : "\n" + indent).append(close);
    }
}
