package io.meshlog.node.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.meshlog.node.store.list.ListQuery;
import io.meshlog.op.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** The index finds exactly those whom asking each of them would find. */
class InterestsPropertyTest {
    private record One(int number, ListQuery filters) implements Interests.Interested {}

    @Property(tries = 200)
    void itFindsWhomAskingEachWouldFind(@ForAll long seed) {
        Random random = new Random(seed);
        Interests<One> interests = new Interests<>();
        List<One> there = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            if (!there.isEmpty() && random.nextInt(3) == 0) {
                interests.remove(there.remove(random.nextInt(there.size())));
            } else {
                One one = new One(i, Told.query(random));
                interests.add(one);
                there.add(one);
            }
            Event event = Told.event(random);
            assertThat(interests.of(event))
                    .containsExactlyInAnyOrderElementsOf(there.stream()
                            .filter(one -> one.filters().accepts(event))
                            .toList());
            assertThat(interests.size()).isEqualTo(there.size());
            assertThat(interests.isEmpty()).isEqualTo(there.isEmpty());
        }
        One never = new One(-1, Told.query(random));
        assertThatThrownBy(() -> interests.remove(never)).isInstanceOf(IllegalStateException.class);
    }
}
