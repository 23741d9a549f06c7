package io.meshlog.drive;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlog.op.Draft;
import io.meshlog.op.Event;
import io.meshlog.replica.Input;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Spec §4: everything that waits shares one transaction, unless one of it depends on what another commits. */
final class InboxTest {
    private final Inbox inbox = new Inbox();

    private static Input.Request request(long number, String key) {
        Draft draft = new Draft(
                new Event.Routing("s", "r", null, "agent@inbox", null, null),
                "note",
                null,
                null,
                null,
                "body",
                "{}",
                List.of(),
                key);
        return new Input.Request(number, draft, "evt_" + number, "2026-08-25T23:20:03Z", null);
    }

    private void append(long number, String key) {
        inbox.add(new Inbox.Job.Append(request(number, key)));
    }

    private void batch(long number, String... keys) {
        List<Input.Request> events =
                Stream.of(keys).map(key -> request(number, key)).toList();
        inbox.add(new Inbox.Job.Batch(new Input.Batch(number, List.of(), events, 0)));
    }

    private List<List<Long>> turns() {
        return inbox.takeAll().stream()
                .map(turn -> turn.requests().boxed().toList())
                .toList();
    }

    @Test
    void whatIsUnderOneKeyIsTakenInOneStepOrInTwoTurns() {
        append(1, "k");
        append(2, "k");
        batch(3, "q");
        append(4, null);
        batch(5, "k");
        batch(6, "q");
        append(7, "q");
        assertThat(turns()).containsExactly(List.of(1L, 2L, 3L, 4L), List.of(5L, 6L), List.of(7L));
        assertThat(inbox.isEmpty()).isTrue();
    }

    @Test
    void appendsOfATurnAreOneStep() {
        append(1, "k");
        batch(2, "q");
        append(3, "k");
        List<Input> inputs = inbox.takeAll().getFirst().sharedInputs(99);
        assertThat(inputs).hasSize(2);
        assertThat(((Input.Batch) inputs.get(0)).nowMillis()).isEqualTo(99);
        assertThat(((Input.Append) inputs.get(1)).requests())
                .extracting(Input.Request::request)
                .containsExactly(1L, 3L);
    }

    @Test
    void aBatchWeighsAsMuchAsItsEvents() {
        String[] keys =
                LongStream.range(0, Worker.SHARED_MAX).mapToObj(i -> "b" + i).toArray(String[]::new);
        append(1, null);
        batch(2, keys);
        batch(3);
        append(4, null);
        assertThat(turns()).containsExactly(List.of(1L), List.of(2L), List.of(3L, 4L));
    }
}
