package io.meshlog.node.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.meshlog.replica.Incident;
import org.junit.jupiter.api.Test;

class IncidentsTest {
    private static final Incident FORK = new Incident(Incident.Kind.FORK, "rep_a", 3, "rep_a forked");

    private long now = 1;
    private final Incidents incidents = new Incidents(() -> now++);

    @Test
    void theSameIsCountedEachTimeAndKeptOnce() {
        incidents.report("p", FORK);
        incidents.report("p", FORK);
        incidents.report("q", FORK);
        incidents.report(null, new Incident(Incident.Kind.IDENTITY, "rep_b", 0, "by hand"));

        assertThat(incidents.counts())
                .containsExactly(entry(Incident.Kind.FORK, 3L), entry(Incident.Kind.IDENTITY, 1L));
        assertThat(incidents.counts("p")).containsExactly(entry(Incident.Kind.FORK, 2L));
        assertThat(incidents.counts("nobody")).isEmpty();
        assertThat(incidents.last())
                .extracting(Incidents.Seen::peer, Incidents.Seen::atMillis)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(null, 3L),
                        org.assertj.core.groups.Tuple.tuple("q", 2L),
                        org.assertj.core.groups.Tuple.tuple("p", 1L));
    }

    @Test
    void onlyTheLastHundredAreKeptAndAllAreCounted() {
        for (int i = 1; i <= 150; i++) {
            incidents.report("p", new Incident(Incident.Kind.REFUSED, "rep_a", i, "no"));
        }
        assertThat(incidents.last()).hasSize(100);
        assertThat(incidents.last().get(0).incident().seq()).isEqualTo(150);
        assertThat(incidents.counts("p")).containsExactly(entry(Incident.Kind.REFUSED, 150L));
    }
}
