package io.meshlog.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.WeakHashMap;

/** What the core may see and call: nothing whose answer depends on the machine, the moment or the JVM's run. */
final class CoreRules {
    private static final String[] JDK = {
        "java.lang",
        "java.lang.annotation",
        "java.lang.invoke",
        "java.lang.runtime",
        "java.util",
        "java.util.function",
        "java.util.stream",
        "java.time",
        "java.nio.charset",
        "java.security",
        "java.security.spec"
    };

    /** Owner to names: denied whoever calls or refers to them. */
    private static final SortedMap<String, List<String>> DENIED = new TreeMap<>();

    static {
        DENIED.put(
                "java.lang.System",
                List.of("nanoTime", "currentTimeMillis", "getenv", "getProperty", "identityHashCode"));
        DENIED.put("java.lang.Math", List.of("random"));
        DENIED.put("java.lang.Thread", List.of("<init>", "sleep", "start", "currentThread", "yield"));
        DENIED.put("java.lang.Runtime", List.of("getRuntime"));
        for (String type :
                List.of("Instant", "LocalDate", "LocalTime", "LocalDateTime", "ZonedDateTime", "OffsetDateTime")) {
            DENIED.put("java.time." + type, List.of("now"));
        }
        DENIED.put("java.time.Clock", List.of("systemUTC", "systemDefaultZone", "system"));
        DENIED.put("java.util.UUID", List.of("randomUUID"));
        DENIED.put("java.util.Random", List.of("<init>"));
        DENIED.put("java.util.SplittableRandom", List.of("<init>"));
        DENIED.put("java.security.SecureRandom", List.of("<init>", "getInstance", "getInstanceStrong"));
        DENIED.put("java.util.Locale", List.of("getDefault"));
        DENIED.put("java.util.TimeZone", List.of("getDefault"));
        DENIED.put("java.nio.charset.Charset", List.of("defaultCharset"));
        DENIED.put("java.util.Set", List.of("of", "copyOf"));
        DENIED.put("java.util.Map", List.of("of", "ofEntries", "copyOf"));
        DENIED.put(
                "java.util.stream.Collectors",
                List.of(
                        "groupingBy",
                        "groupingByConcurrent",
                        "partitioningBy",
                        "toSet",
                        "toMap",
                        "toConcurrentMap",
                        "toUnmodifiableSet",
                        "toUnmodifiableMap"));
        DENIED.put("java.util.Collection", List.of("parallelStream"));
        DENIED.put("java.util.List", List.of("parallelStream"));
    }

    private CoreRules() {}

    /** @param more packages beside the JDK's and the project's own */
    static ArchRule seesOnly(String... more) {
        String[] allowed = new String[JDK.length + more.length + 2];
        System.arraycopy(JDK, 0, allowed, 0, JDK.length);
        System.arraycopy(more, 0, allowed, JDK.length, more.length);
        allowed[allowed.length - 2] = "io.meshlog..";
        allowed[allowed.length - 1] = "org.jspecify.annotations";
        return noClasses()
                .should()
                .dependOnClassesThat(not(resideInAnyPackage(allowed))
                        .and(describe("are no primitives", c -> !c.isPrimitive() && !c.isArray())))
                .as(
                        "the core sees java.lang, java.util(.function|.stream), java.time, java.nio.charset, java.security(.spec)");
    }

    static ArchRule callsNothingAmbient() {
        return classes().should(new ArchCondition<>("call nothing ambient and no factory of unordered collections") {
            @Override
            public void check(JavaClass item, ConditionEvents events) {
                for (JavaAccess<?> access : item.getAccessesFromSelf()) {
                    List<String> denied =
                            DENIED.getOrDefault(access.getTargetOwner().getName(), List.of());
                    if (denied.contains(access.getName()) && !isOwnSource(access)) {
                        events.add(SimpleConditionEvent.violated(access, access.getDescription()));
                    }
                }
            }
        });
    }

    /** A subclass of SecureRandom that brings its own bytes, which is how a seed becomes a key. */
    private static boolean isOwnSource(JavaAccess<?> access) {
        return access.getName().equals("<init>")
                && access.getTargetOwner().isEquivalentTo(SecureRandom.class)
                && access.getOriginOwner().isAssignableTo(SecureRandom.class);
    }

    /** Their order changes with every run of the JVM. */
    static ArchRule usesNoUnorderedCollections() {
        return noClasses()
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(HashMap.class, HashSet.class, IdentityHashMap.class, WeakHashMap.class)
                .as("no HashMap, no HashSet");
    }

    static ArchRule hasNoCycles(String slices) {
        return SlicesRuleDefinition.slices().matching(slices).should().beFreeOfCycles();
    }
}
