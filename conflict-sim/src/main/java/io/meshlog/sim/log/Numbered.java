package io.meshlog.sim.log;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Items in ascending order of a number of their own. Nearly all come with the highest number so far, so that an array
 * serves: it costs nothing to hand out as a list, and little to copy.
 */
final class Numbered<T> {
    private final ToLongFunction<T> number;
    private final List<T> items;

    Numbered(ToLongFunction<T> number) {
        this(number, new ArrayList<>());
    }

    private Numbered(ToLongFunction<T> number, List<T> items) {
        this.number = number;
        this.items = items;
    }

    Numbered<T> copy() {
        return new Numbered<>(number, new ArrayList<>(items));
    }

    int size() {
        return items.size();
    }

    T get(int index) {
        return items.get(index);
    }

    /** The items as they stand whenever it is looked at; unmodifiable. */
    List<T> view() {
        return Collections.unmodifiableList(items);
    }

    /** @throws IllegalStateException if its number is taken */
    void add(T item, Transaction tx) {
        int found = indexOf(number.applyAsLong(item));
        if (found >= 0) {
            throw new IllegalStateException("number " + number.applyAsLong(item) + " was given out twice");
        }
        int at = -found - 1;
        items.add(at, item);
        tx.changed(() -> items.remove(at));
    }

    /** Puts an item in place of the one with the same number, which is there. */
    void replace(T item, Transaction tx) {
        int at = indexOf(number.applyAsLong(item));
        T before = items.set(at, item);
        tx.changed(() -> items.set(at, before));
    }

    /** Takes the item with that number out, which is there. */
    void remove(long itemNumber, Transaction tx) {
        int at = indexOf(itemNumber);
        T before = items.remove(at);
        tx.changed(() -> items.add(at, before));
    }

    /** Its index, or {@code -(where it would go) - 1}. */
    private int indexOf(long wanted) {
        int low = 0;
        int high = items.size() - 1;
        if (high < 0 || number.applyAsLong(items.get(high)) < wanted) {
            return -items.size() - 1;
        }
        while (low <= high) {
            int middle = (low + high) >>> 1;
            long there = number.applyAsLong(items.get(middle));
            if (there == wanted) {
                return middle;
            } else if (there < wanted) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }
}
