package io.meshlog.node.store.list;

import io.meshlog.op.Event;
import io.meshlog.op.MergeKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which events to list, in what order, from where, and how many (spec §6). Immutable. An empty list of values accepts
 * everything; several values are alternatives, several filters must all hold.
 *
 * @param toAgent also matches events to {@code *}
 * @param excludeFromAgent authors to leave out
 * @param sinceCreatedAt inclusive, compared as text with what the author wrote; null for no bound
 * @param order what {@code after} and {@code afterKey} mean
 * @param after ASC: delivery positions above it; DESC: below it, where 0 is the end; HLC: unused
 * @param afterKey HLC: merge keys above it, null for the start; else unused
 * @param before delivery positions below it, in every order; 0 for no bound
 * @param limit how many events, ≥ 1
 * @param bytesMax the page ends with the first event that takes it past this size of JSON
 */
public record ListQuery(
        List<String> stream,
        List<String> room,
        List<String> topic,
        List<String> type,
        List<String> toAgent,
        List<String> fromAgent,
        List<String> correlationId,
        List<String> status,
        List<String> excludeFromAgent,
        @Nullable String sinceCreatedAt,
        Order order,
        long after,
        @Nullable MergeKey afterKey,
        long before,
        int limit,
        long bytesMax) {

    /** To whom an event is addressed that everyone hears, whoever they listen for. */
    public static final String EVERYONE = "*";

    /** The order of a listing. */
    public enum Order {
        /** Delivery order: for following. */
        ASC,
        /** Newest delivery first. */
        DESC,
        /** Merge order: the same on every replica. */
        HLC
    }

    /** Everything, in delivery order. @param after exclusive */
    public static ListQuery all(long after, int limit, long bytesMax) {
        List<String> any = List.of();
        return new ListQuery(
                any, any, any, any, any, any, any, any, any, null, Order.ASC, after, null, 0, limit, bytesMax);
    }

    /** Whether the filters let an event pass; order, places and bounds are not asked. */
    public boolean accepts(Event event) {
        Event.Routing routing = event.routing();
        Event.Content content = event.content();
        String to = routing.toAgent();
        return isAmong(correlationId, routing.correlationId())
                && (EVERYONE.equals(to) || isAmong(toAgent, to))
                && isAmong(fromAgent, routing.fromAgent())
                && isAmong(stream, routing.stream())
                && isAmong(room, routing.room())
                && isAmong(topic, routing.topic())
                && isAmong(type, content.type())
                && isAmong(status, content.status())
                && !excludeFromAgent.contains(routing.fromAgent())
                && (sinceCreatedAt == null || event.stamp().createdAt().compareTo(sinceCreatedAt) >= 0);
    }

    private static boolean isAmong(List<String> accepted, @Nullable String value) {
        return accepted.isEmpty() || (value != null && accepted.contains(value));
    }

    /** The same with at most so many events a page. */
    public ListQuery limited(int most) {
        return at(order, after, afterKey, before, most);
    }

    /** The same from another place on. */
    public ListQuery from(long position, @Nullable MergeKey key) {
        return in(order, position, key);
    }

    /** The same, but only what stands before that position; 0 for no bound. */
    public ListQuery beforeThe(long position) {
        return at(order, after, afterKey, position, limit);
    }

    /** The same in another order, from a place on. */
    public ListQuery in(Order other, long position, @Nullable MergeKey key) {
        return at(other, position, key, before, limit);
    }

    private ListQuery at(Order by, long position, @Nullable MergeKey key, long bound, int most) {
        return new ListQuery(
                stream,
                room,
                topic,
                type,
                toAgent,
                fromAgent,
                correlationId,
                status,
                excludeFromAgent,
                sinceCreatedAt,
                by,
                position,
                key,
                bound,
                most,
                bytesMax);
    }
}
