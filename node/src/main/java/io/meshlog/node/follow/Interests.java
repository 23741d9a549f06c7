package io.meshlog.node.follow;

import io.meshlog.node.store.list.ListQuery;
import io.meshlog.op.Event;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose filters an event passes, found without asking each of thousands: everyone is kept under the values of the one
 * filter that is likely to be the rarest. Confined to one thread.
 */
final class Interests<T extends Interests.Interested> {
    /** Somebody with filters. */
    interface Interested {
        ListQuery filters();
    }

    /** A field that events have and filters name. */
    private enum Field {
        CORRELATION(ListQuery::correlationId, event -> event.routing().correlationId()),
        TO(ListQuery::toAgent, event -> event.routing().toAgent()),
        FROM(ListQuery::fromAgent, event -> event.routing().fromAgent()),
        TOPIC(ListQuery::topic, event -> event.routing().topic()),
        ROOM(ListQuery::room, event -> event.routing().room()),
        STREAM(ListQuery::stream, event -> event.routing().stream()),
        STATUS(ListQuery::status, event -> event.content().status()),
        TYPE(ListQuery::type, event -> event.content().type());

        private final Function<ListQuery, List<String>> accepted;
        private final Function<Event, @Nullable String> value;

        Field(Function<ListQuery, List<String>> accepted, Function<Event, @Nullable String> value) {
            this.accepted = accepted;
            this.value = value;
        }
    }

    /** Under which value of which field; no field for those who want whatever comes. */
    private record Place(@Nullable Field field, String value) {}

    private static final Place ANYTHING = new Place(null, "");
    private static final Place EVERYONE = new Place(Field.TO, ListQuery.EVERYONE);

    private final Map<Place, Set<T>> kept = new LinkedHashMap<>();
    private int size;

    void add(T interested) {
        places(interested.filters())
                .forEach(place ->
                        kept.computeIfAbsent(place, p -> new LinkedHashSet<>()).add(interested));
        size++;
    }

    /** @throws IllegalStateException if it was not added, or is removed already */
    void remove(T interested) {
        for (Place place : places(interested.filters())) {
            Set<T> there = kept.get(place);
            if (there == null || !there.remove(interested)) {
                throw new IllegalStateException("not here: " + interested);
            }
            if (there.isEmpty()) {
                kept.remove(place);
            }
        }
        size--;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Those whose filters it passes, each once; a copy. */
    List<T> of(Event event) {
        Set<T> passed = new LinkedHashSet<>();
        addPassed(ANYTHING, event, passed);
        for (Field field : Field.values()) {
            String value = field.value.apply(event);
            if (value != null) {
                addPassed(new Place(field, value), event, passed);
            }
        }
        return new ArrayList<>(passed);
    }

    private void addPassed(Place place, Event event, Set<T> passed) {
        for (T interested : kept.getOrDefault(place, Set.of())) {
            if (interested.filters().accepts(event)) {
                passed.add(interested);
            }
        }
    }

    private static Set<Place> places(ListQuery filters) {
        Set<Place> places = new LinkedHashSet<>();
        for (Field field : Field.values()) {
            List<String> accepted = field.accepted.apply(filters);
            if (!accepted.isEmpty()) {
                accepted.forEach(value -> places.add(new Place(field, value)));
                if (field == Field.TO) {
                    // Whoever listens for an agent hears what is said to everyone.
                    places.add(EVERYONE);
                }
                return places;
            }
        }
        places.add(ANYTHING);
        return places;
    }
}
