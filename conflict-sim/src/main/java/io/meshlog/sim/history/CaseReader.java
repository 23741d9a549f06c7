package io.meshlog.sim.history;

import io.meshlog.op.JsonText;
import io.meshlog.sim.fault.Fate;
import io.meshlog.sim.fault.FaultKind;
import io.meshlog.sim.workload.Action;
import io.meshlog.sim.workload.Plan;
import io.meshlog.sim.workload.PlanMaker;
import io.meshlog.sim.workload.Profile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@linkplain CaseFile cases}. What another version wrote and this one does not know is left out and reported; a
 * file that is broken is refused.
 */
public final class CaseReader {
    private static final String WHY = "why";
    private static final List<String> DOCUMENT =
            List.of("format", "build", "jdk", "config", "failure", "trace", "setup", "actions", "fates");

    private final JsonPart document;
    private final SortedMap<String, String> why = new TreeMap<>();
    private final List<String> unread = new ArrayList<>();

    private CaseReader(JsonPart document) {
        this.document = document;
    }

    /** @throws BadFile with one line that names file, field, limit and what was found */
    public static CaseFile read(Path file) throws BadFile {
        return new CaseReader(JsonPart.ofFile(file, CaseLimits.FILE_BYTES_MAX)).caseFile();
    }

    /** @param file what complaints call it */
    static CaseFile read(String file, byte[] json) throws BadFile {
        return new CaseReader(JsonPart.of(file, json)).caseFile();
    }

    private CaseFile caseFile() throws BadFile {
        String format = document.text("format", CaseLimits.NAME_MAX);
        if (!format.equals(CaseFile.FORMAT)) {
            throw document.wrong("format", JsonText.quote(CaseFile.FORMAT));
        }
        JsonPart config = document.object("config");
        String profileName = config.text("profile", CaseLimits.NAME_MAX);
        Profile profile = Profile.named(profileName);
        if (profile == null) {
            throw config.wrong("profile", "one of " + Profile.labels());
        }
        String store = config.text("store", CaseLimits.NAME_MAX);
        if (!store.equals("memory") && !store.equals("sqlite")) {
            throw config.wrong("store", "memory or sqlite");
        }
        PlanMaker.Size size = new PlanMaker.Size((int) config.whole("replicas", 1, CaseLimits.REPLICAS_MAX), (int)
                config.whole("ops", 1, CaseLimits.OPS_MAX));
        JsonPart build = document.object("build");
        strangers("", document, DOCUMENT);
        strangers("build", build, List.of("version", "revision"));
        strangers("config", config, List.of("seed", "profile", "replicas", "ops", "store"));
        Plan plan = plan(document.object("setup"));
        return new CaseFile(
                new Build(build.text("version", CaseLimits.NAME_MAX), build.text("revision", CaseLimits.NAME_MAX)),
                document.text("jdk", CaseLimits.NAME_MAX),
                config.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE),
                profile,
                size,
                store,
                failure(),
                document.isAbsent("trace") ? "" : document.text("trace", CaseLimits.NAME_MAX),
                plan,
                fates(),
                why,
                List.copyOf(unread));
    }

    private CaseFile.@Nullable Failure failure() throws BadFile {
        if (document.isAbsent("failure")) {
            return null;
        }
        JsonPart failure = document.object("failure");
        strangers("failure", failure, List.of("invariant", "kind", "subject", "about", "replica", "detail"));
        return new CaseFile.Failure(
                failure.text("invariant", CaseLimits.NAME_MAX),
                failure.isAbsent("kind") ? "" : failure.text("kind", CaseLimits.NAME_MAX),
                failure.text("subject", CaseLimits.TEXT_MAX),
                failure.text("about", CaseLimits.TEXT_MAX),
                failure.text("replica", CaseLimits.NAME_MAX),
                failure.text("detail", CaseLimits.TEXT_MAX));
    }

    private Plan plan(JsonPart setup) throws BadFile {
        List<Plan.Setup> replicas = new ArrayList<>();
        strangers("setup", setup, List.of("replicas", "hubs", "newer", "faults", "faultsEndMillis", "core"));
        SortedSet<String> names = new TreeSet<>();
        for (JsonPart part : setup.objects("replicas", 1, CaseLimits.REPLICAS_MAX)) {
            Plan.Setup replica = known(Plan.Setup.class, part, part.path());
            if (replica != null) {
                replicas.add(replica);
                if (!names.add(replica.name())) {
                    throw part.wrong("name", "a name that no other replica has");
                }
            }
        }
        List<String> core = setup.texts("core", CaseLimits.REPLICAS_MAX, CaseLimits.NAME_MAX);
        if (core.isEmpty() || !names.containsAll(core)) {
            throw setup.wrong("core", "names of one or more of the replicas " + String.join(" ", names));
        }
        return new Plan(
                List.copyOf(replicas),
                setup.texts("hubs", CaseLimits.REPLICAS_MAX, CaseLimits.NAME_MAX),
                setup.texts("newer", CaseLimits.REPLICAS_MAX, CaseLimits.NAME_MAX),
                faults(setup),
                actions(),
                setup.whole("faultsEndMillis", 0, CaseLimits.highest("faultsEndMillis")),
                core);
    }

    private List<FaultKind> faults(JsonPart setup) throws BadFile {
        List<FaultKind> faults = new ArrayList<>();
        for (String label : setup.texts("faults", CaseLimits.LIST_MAX, CaseLimits.NAME_MAX)) {
            Stream.of(FaultKind.values())
                    .filter(kind -> kind.label().equals(label))
                    .findFirst()
                    .ifPresentOrElse(
                            faults::add,
                            () -> unread.add("setup.faults names " + JsonText.quote(JsonPart.shortened(label))
                                    + ", which this version does not know"));
        }
        return List.copyOf(faults);
    }

    private List<Action> actions() throws BadFile {
        SortedMap<String, Class<? extends Record>> kinds = kinds();
        List<Action> actions = new ArrayList<>();
        SortedSet<String> ids = new TreeSet<>();
        for (JsonPart part : document.objects("actions", 0, CaseLimits.ACTIONS_MAX)) {
            String word = part.text("do", CaseLimits.NAME_MAX);
            String id = part.text("id", CaseLimits.NAME_MAX);
            if (!ids.add(id)) {
                throw part.wrong("id", "a name that no other action has");
            }
            Class<? extends Record> kind = kinds.get(word);
            if (kind == null) {
                unread.add(part.path() + " (" + id + "): do is " + JsonText.quote(JsonPart.shortened(word))
                        + ", which this version does not know: left out");
                continue;
            }
            Record action = known(kind, part, part.path() + " (" + id + ")", "do", WHY);
            if (action instanceof Action read) {
                actions.add(read);
                note(id, part);
            }
        }
        return List.copyOf(actions);
    }

    private static SortedMap<String, Class<? extends Record>> kinds() {
        SortedMap<String, Class<? extends Record>> kinds = new TreeMap<>();
        for (Class<?> kind : Action.class.getPermittedSubclasses()) {
            kinds.put(RecordJson.word(kind), kind.asSubclass(Record.class));
        }
        return kinds;
    }

    private SortedMap<String, Fate> fates() throws BadFile {
        JsonPart named = document.object("fates");
        List<String> names = named.names();
        if (names.size() > CaseLimits.FATES_MAX) {
            throw document.wrong("fates", "at most " + CaseLimits.FATES_MAX + " fates");
        }
        SortedMap<String, Fate> fates = new TreeMap<>();
        for (String name : names) {
            JsonPart part = named.object(name);
            Fate fate = known(Fate.class, part, part.path(), WHY);
            if (fate != null) {
                fates.put(name, fate);
                note(name, part);
            }
        }
        return fates;
    }

    private void note(String name, JsonPart part) throws BadFile {
        if (!part.isAbsent(WHY)) {
            why.put(name, part.text(WHY, CaseLimits.TEXT_MAX));
        }
    }

    private void strangers(String called, JsonPart part, List<String> known) {
        RecordJson.strangers(part, known).forEach(name -> passedOver(called, name));
    }

    private void passedOver(String called, String name) {
        unread.add((called.isEmpty() ? "" : called + ": ") + JsonText.quote(JsonPart.shortened(name))
                + " says nothing to this version: passed over");
    }

    /** A record; null, with a report, where it says a word that this version does not know. */
    private <R extends Record> @Nullable R known(Class<R> type, JsonPart part, String called, String... others)
            throws BadFile {
        try {
            R read = RecordJson.read(type, part);
            RecordJson.strangers(type, part, List.of(others)).forEach(name -> passedOver(called, name));
            return read;
        } catch (RecordJson.UnknownWord e) {
            unread.add(called + ": " + e.sentence() + ": left out");
            return null;
        }
    }
}
