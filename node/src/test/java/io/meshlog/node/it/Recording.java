package io.meshlog.node.it;

import io.meshlog.drive.Driver;
import io.meshlog.replica.Effect;
import io.meshlog.replica.Facts;
import io.meshlog.replica.Input;
import io.meshlog.replica.RecoveredState;
import java.util.ArrayList;
import java.util.List;

/** What a replica was made of and took, from each of its recoveries on. Safe to use from any thread. */
final class Recording implements Driver.Tap {

    /** One step as it was taken. */
    record Taken(Input input, Facts facts, List<Effect> effects) {}

    /** From a recovery to the next. */
    record Life(RecoveredState state, List<Taken> steps) {}

    private final List<Life> lives = new ArrayList<>();

    @Override
    public synchronized void recovered(RecoveredState state) {
        lives.add(new Life(state, new ArrayList<>()));
    }

    @Override
    public synchronized void step(Input input, Facts facts, List<Effect> effects) {
        lives.get(lives.size() - 1).steps().add(new Taken(input, facts, List.copyOf(effects)));
    }

    synchronized List<Life> lives() {
        return lives.stream()
                .map(life -> new Life(life.state(), List.copyOf(life.steps())))
                .toList();
    }

    List<Taken> steps() {
        return lives().stream().flatMap(life -> life.steps().stream()).toList();
    }

    /** How many drafts shared a step at most. */
    int largestAppend() {
        return steps().stream()
                .filter(step -> step.input() instanceof Input.Append)
                .mapToInt(step -> ((Input.Append) step.input()).requests().size())
                .max()
                .orElse(0);
    }
}
