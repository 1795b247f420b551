package io.gosling.node.admin;

import io.gosling.document.ResponseSource;
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
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The metrics of this process in Prometheus' text format.
 *
 * <p>Everything is read from counters on request; serving a request touches nothing here. Safe for use by many threads.
 */
public final class Metrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics gc = new JvmGcMetrics();
    /** Strong references to the readings, since Micrometer holds them weakly. */
    private final List<DoubleSupplier> readings = new CopyOnWriteArrayList<>();

    /** Metrics of the JVM. */
    public Metrics() {
        jvm();
    }

    /** Adds the counters of answers. */
    public void answers(AnswerCounters answers) {
        for (ResponseSource kind : ResponseSource.values()) {
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

    /** Adds the counters of access log lines that were written and dropped. */
    public void accessLog(DoubleSupplier written, DoubleSupplier dropped) {
        counter("gosling.access.log.lines", "outcome", "written", "Lines of the access log", written);
        counter("gosling.access.log.lines", "outcome", "dropped", "Lines of the access log", dropped);
    }

    /** Adds a counter, named in Micrometer's way ({@code gosling.evictions}). */
    public void counter(String name, String description, DoubleSupplier reading) {
        readings.add(reading);
        FunctionCounter.builder(name, reading, DoubleSupplier::getAsDouble)
                .description(description)
                .register(registry);
    }

    /** Adds one of several counters that differ in one label. */
    public void counter(String name, String label, String value, String description, DoubleSupplier reading) {
        readings.add(reading);
        FunctionCounter.builder(name, reading, DoubleSupplier::getAsDouble)
                .tag(label, value)
                .description(description)
                .register(registry);
    }

    /** Adds gauges by the value of a label, which come and go; named in Prometheus' way. */
    public void gauges(String name, String label, String description, Supplier<Map<String, Double>> readings) {
        gauges(name, List.of(label), description, () -> byOne(readings.get()));
    }

    /** Adds gauges by the values of several labels. */
    public void gauges(
            String name, List<String> labels, String description, Supplier<Map<List<String>, Double>> readings) {
        Collector collector = () -> {
            GaugeSnapshot.Builder snapshot = GaugeSnapshot.builder().name(name).help(description);
            readings.get()
                    .forEach((values, reading) -> snapshot.dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder()
                            .labels(Labels.of(labels, values))
                            .value(reading)
                            .build()));
            return snapshot.build();
        };
        registry.getPrometheusRegistry().register(collector);
    }

    /** Adds counters by the value of a label, which come and go; named in Prometheus' way, without {@code _total}. */
    public void counters(String name, String label, String description, Supplier<Map<String, Double>> readings) {
        counters(name, List.of(label), description, () -> byOne(readings.get()));
    }

    /** Adds counters by the values of several labels. */
    public void counters(
            String name, List<String> labels, String description, Supplier<Map<List<String>, Double>> readings) {
        Collector collector = () -> {
            CounterSnapshot.Builder snapshot =
                    CounterSnapshot.builder().name(name).help(description);
            readings.get()
                    .forEach((values, reading) -> snapshot.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                            .labels(Labels.of(labels, values))
                            .value(reading)
                            .build()));
            return snapshot.build();
        };
        registry.getPrometheusRegistry().register(collector);
    }

    private static Map<List<String>, Double> byOne(Map<String, Double> readings) {
        return readings.entrySet().stream()
                .collect(Collectors.toMap(entry -> List.of(entry.getKey()), Map.Entry::getValue));
    }

    /** Adds a gauge, named in Micrometer's way ({@code gosling.objects}). */
    public void gauge(String name, String description, DoubleSupplier reading) {
        Gauge.builder(name, reading, DoubleSupplier::getAsDouble)
                .description(description)
                .strongReference(true)
                .register(registry);
    }

    /**
     * Adds a histogram, named in Prometheus' way.
     *
     * @param bounds upper ones, the last infinite
     * @param counts the number in each bucket
     */
    public void histogram(
            String name, String description, double[] bounds, Supplier<long[]> counts, DoubleSupplier sum) {
        double[] upper = bounds.clone();
        Collector collector = () -> histogram(name, description, upper, counts.get(), sum.getAsDouble());
        registry.getPrometheusRegistry().register(collector);
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
        return histogram(
                "http_server_request_duration_seconds",
                "Time from a request's first byte read to its last byte written",
                DurationHistogram.upperBounds(),
                durations.counts(),
                durations.sumSeconds());
    }

    private static HistogramSnapshot histogram(
            String name, String description, double[] bounds, long[] within, double sum) {
        Number[] counts = Arrays.stream(within).boxed().toArray(Number[]::new);
        return HistogramSnapshot.builder()
                .name(name)
                .help(description)
                .dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(ClassicHistogramBuckets.of(bounds, counts))
                        .sum(sum)
                        .build())
                .build();
    }
}
