package io.gosling.node.admin;

import io.gosling.document.AnsweredFrom;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import java.util.Arrays;
import java.util.function.DoubleSupplier;

/**
 * The metrics of this process in Prometheus' text format.
 *
 * <p>Everything is read from counters when it is asked for; serving a request touches nothing here. Safe for use by many
 * threads.
 */
public final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();

    /** Metrics of the JVM and of the answers. */
    public Metrics(AnswerCounters answers) {
        jvm();
        for (AnsweredFrom kind : AnsweredFrom.values()) {
            FunctionCounter.builder("gosling.requests", answers, counters -> counters.count(kind))
                    .tag("from", kind.label())
                    .description("Requests answered, each counted once, by who had the bytes")
                    .register(registry);
        }
        for (int hundreds = 1; hundreds <= 5; hundreds++) {
            int status = hundreds;
            FunctionCounter.builder("gosling.responses", answers, counters -> counters.statusClass(status))
                    .tag("status", status + "xx")
                    .description("Responses by class of status")
                    .register(registry);
        }
        counter("gosling.sent.bytes", "Body bytes sent to clients", answers::bytes);
        Collector durations = () -> histogram(answers.durations());
        registry.getPrometheusRegistry().register(durations);
    }

    /** Adds a counter, named in Micrometer's way ({@code gosling.evictions}). */
    public void counter(String name, String description, DoubleSupplier reading) {
        FunctionCounter.builder(name, reading, DoubleSupplier::getAsDouble)
                .description(description)
                .register(registry);
    }

    /** Adds a gauge, named in Micrometer's way ({@code gosling.objects}). */
    public void gauge(String name, String description, DoubleSupplier reading) {
        Gauge.builder(name, reading, DoubleSupplier::getAsDouble)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    /** The text format, version 0.0.4. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        gc.close();
        registry.close();
    }

    private void jvm() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gc.bindTo(registry);
    }

    private static HistogramSnapshot histogram(DurationHistogram durations) {
        Number[] counts = Arrays.stream(durations.counts()).boxed().toArray(Number[]::new);
        return HistogramSnapshot.builder()
                .name("http_server_request_duration_seconds")
                .help("Time from a request's first byte read to its last byte written")
                .dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(ClassicHistogramBuckets.of(DurationHistogram.upperBounds(), counts))
                        .sum(durations.sumSeconds())
                        .build())
                .build();
    }
}
