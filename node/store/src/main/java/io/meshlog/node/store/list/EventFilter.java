package io.meshlog.node.store.list;

import io.meshlog.node.store.row.Terms;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A listing's filters as conditions on {@code event}, with the one that an index serves best apart. Immutable once
 * made.
 */
public final class EventFilter {
    /** What an index finds: a column, and the values it may have. */
    record Driver(String index, String column, List<Long> codes) {}

    private final List<String> conditions = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private @Nullable Driver driver;
    private boolean matchesNothing;

    private EventFilter() {}

    /** Filters are taken in the order in which their values are likely to be rare: the first is the driver. */
    public static EventFilter of(ListQuery query, Terms terms) throws SQLException {
        EventFilter filter = new EventFilter();
        filter.add("event_correlation", "correlation", codes(query.correlationId(), terms));
        List<String> to = query.toAgent();
        if (!to.isEmpty() && !to.contains(ListQuery.EVERYONE)) {
            to = new ArrayList<>(to);
            to.add(ListQuery.EVERYONE);
        }
        filter.add("event_to", "to_agent", codes(to, terms));
        filter.add("event_from", "from_agent", codes(query.fromAgent(), terms));
        filter.add("event_stream", "stream", codes(query.stream(), terms));
        filter.add(null, "room", codes(query.room(), terms));
        filter.add(null, "topic", codes(query.topic(), terms));
        filter.add(null, "type", codes(query.type(), terms));
        filter.add(null, "status", codes(query.status(), terms));
        List<Long> excluded = codes(query.excludeFromAgent(), terms);
        if (excluded != null && !excluded.isEmpty()) {
            filter.conditions.add("from_agent NOT IN " + marks(excluded.size()));
            filter.values.addAll(excluded);
        }
        if (query.sinceCreatedAt() != null) {
            filter.conditions.add("created_at >= ?");
            filter.values.add(query.sinceCreatedAt());
        }
        if (query.before() > 0 && query.order() == ListQuery.Order.HLC) {
            // Listings by position end there by themselves.
            filter.conditions.add("seq < ?");
            filter.values.add(query.before());
        }
        return filter;
    }

    /** The codes of those values that any event may have; null where every value is accepted. */
    private static @Nullable List<Long> codes(List<String> accepted, Terms terms) throws SQLException {
        if (accepted.isEmpty()) {
            return null;
        }
        List<Long> codes = new ArrayList<>();
        for (String value : accepted) {
            Long code = terms.find(value);
            if (code != null && !codes.contains(code)) {
                codes.add(code);
            }
        }
        return codes;
    }

    private void add(@Nullable String index, String column, @Nullable List<Long> codes) {
        if (codes == null) {
            return;
        }
        if (codes.isEmpty()) {
            matchesNothing = true;
        } else if (index != null && driver == null) {
            driver = new Driver(index, column, codes);
        } else {
            conditions.add("+" + column + " IN " + marks(codes.size()));
            values.addAll(codes);
        }
    }

    private static String marks(int count) {
        return "(" + "?, ".repeat(count - 1) + "?)";
    }

    boolean matchesNothing() {
        return matchesNothing;
    }

    /** Whether every event matches. */
    boolean isEmpty() {
        return driver == null && conditions.isEmpty() && !matchesNothing;
    }

    /** Null where no filter has an index: then events are walked in the order of the listing. */
    @Nullable
    Driver driver() {
        return driver;
    }

    /** All conditions, the driver's as well, each after an {@code AND}. */
    String sql() {
        StringBuilder sql = new StringBuilder();
        if (driver != null) {
            sql.append(" AND ")
                    .append(driver.column())
                    .append(" IN ")
                    .append(marks(driver.codes().size()));
        }
        for (String condition : conditions) {
            sql.append(" AND ").append(condition);
        }
        return sql.toString();
    }

    List<Object> values() {
        List<Object> all = new ArrayList<>();
        if (driver != null) {
            all.addAll(driver.codes());
        }
        all.addAll(values);
        return all;
    }
}
