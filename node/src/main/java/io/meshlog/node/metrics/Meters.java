package io.meshlog.node.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.DoubleSupplier;

/**
 * All meters of one node. What is counted where it happens is counted all the time; everything else is looked up when it is
 * asked for. Safe to use from any thread.
 */
public final class Meters {
    /** The exposition format, as {@link #text} writes it. */
    public static final String MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    public Meters() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
    }

    MeterRegistry registry() {
        return registry;
    }

    /** A value that is looked up whenever it is asked for; one that cannot be found counts as NaN. */
    public void gauge(String name, String unit, String description, DoubleSupplier value) {
        Gauge.builder(name, value, DoubleSupplier::getAsDouble)
                .baseUnit(unit.isEmpty() ? null : unit)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    /** As Prometheus reads it. Blocks: some of it is read from the store. */
    public String text() {
        return registry.scrape(MEDIA_TYPE);
    }

    public void close() {
        registry.close();
    }
}
