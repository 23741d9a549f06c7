package io.meshlog.sim.report;

import io.meshlog.sim.workload.Action;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;

/** An action in a line: {@code append r2 event=e5 body=…}. */
final class ActionText {
    private static final List<String> SAID_BEFORE = List.of("id", "at", "actor");

    private ActionText() {}

    static String of(Action action) {
        StringBuilder out = new StringBuilder(action.getClass()
                .getSimpleName()
                .replaceAll("(?<=.)([A-Z])", "-$1")
                .toLowerCase(Locale.ROOT));
        out.append(' ').append(action.actor());
        for (RecordComponent component : action.getClass().getRecordComponents()) {
            if (!SAID_BEFORE.contains(component.getName())) {
                try {
                    Object value = component.getAccessor().invoke(action);
                    if (value != null && !value.equals(List.of())) {
                        out.append(' ').append(component.getName()).append('=').append(value);
                    }
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(component + " of " + action + " cannot be read", e);
                }
            }
        }
        return out.toString();
    }
}
