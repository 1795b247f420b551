package io.gosling.node.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.common.DurationHistogram;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
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
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of this process in Prometheus' text format.
 *
 * <p>Everything is read from counters on request; serving a request touches nothing here. Micrometer is not loaded
 * before the first request, since it takes time and memory at the start: collections are counted from then on. Safe for
 * use by many threads.
 */
public final class MetricsRegistry implements AutoCloseable {
    /** The registrations that wait for the first request. */
    @GuardedBy("this")
    private final List<Consumer<Registered>> waiting = new ArrayList<>();

    @GuardedBy("this")
    private @Nullable Registered registered;

    /** Strong references to the readings, since Micrometer holds them weakly. */
    private final List<DoubleSupplier> readings = new CopyOnWriteArrayList<>();

    private record Registered(PrometheusMeterRegistry registry, JvmGcMetrics gc) {
        static Registered withThoseOfTheJvm() {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            new JvmMemoryMetrics().bindTo(registry);
            new JvmThreadMetrics().bindTo(registry);
            new ProcessorMetrics().bindTo(registry);
            new FileDescriptorMetrics().bindTo(registry);
            new UptimeMetrics().bindTo(registry);
            JvmGcMetrics gc = new JvmGcMetrics();
            gc.bindTo(registry);
            return new Registered(registry, gc);
        }
    }

    private synchronized void add(Consumer<Registered> metric) {
        if (registered == null) {
            waiting.add(metric);
        } else {
            metric.accept(registered);
        }
    }

    private void collect(Collector collector) {
        add(made -> made.registry().getPrometheusRegistry().register(collector));
    }

    private synchronized Registered registered() {
        Registered known = registered;
        if (known != null) {
            return known;
        }
        Registered made = Registered.withThoseOfTheJvm();
        waiting.forEach(metric -> metric.accept(made));
        waiting.clear();
        registered = made;
        return made;
    }

    public void answers(ResponseCounters answers) {
        counters(
                "gosling.requests",
                "from",
                "Requests answered, each counted once, by who had the bytes",
                answers::byKind);
        for (int hundreds = 1; hundreds <= 5; hundreds++) {
            int status = hundreds;
            counter(
                    "gosling.responses",
                    "status",
                    status + "xx",
                    "Responses by class of status",
                    () -> answers.statusClass(status));
        }
        counter("gosling.sent.bytes", "Body bytes sent to clients", answers::bytes);
        histogram(
                "http_server_request_duration_seconds",
                "Time from a request's first byte read to its last byte written",
                answers.durations);
    }

    public void accessLog(DoubleSupplier written, DoubleSupplier dropped) {
        counter("gosling.access.log.lines", "outcome", "written", "Lines of the access log", written);
        counter("gosling.access.log.lines", "outcome", "dropped", "Lines of the access log", dropped);
    }

    /** Adds a counter, named in Micrometer's way ({@code gosling.evictions}). */
    public void counter(String name, String description, DoubleSupplier reading) {
        counter(name, Tags.empty(), description, reading);
    }

    public void counter(String name, String label, String value, String description, DoubleSupplier reading) {
        counter(name, Tags.of(label, value), description, reading);
    }

    /** Adds a counter for each of some counts, by its name; always the same names. */
    public void counters(String name, String label, String description, Supplier<Map<String, Long>> counts) {
        for (String value : counts.get().keySet()) {
            counter(name, label, value, description, () -> counts.get().getOrDefault(value, 0L));
        }
    }

    private void counter(String name, Tags tags, String description, DoubleSupplier reading) {
        readings.add(reading);
        add(made -> FunctionCounter.builder(name, reading, DoubleSupplier::getAsDouble)
                .tags(tags)
                .description(description)
                .register(made.registry()));
    }

    /** Returns the metrics of a snapshot, such as a status, which is taken for each reading. */
    public <T> Snapshot<T> of(Supplier<T> taken) {
        return new Snapshot<>(this, taken);
    }

    /** Adds metrics of a snapshot, named in Micrometer's way. */
    public record Snapshot<T>(MetricsRegistry metrics, Supplier<T> taken) {
        public void gauge(String name, String description, ToDoubleFunction<T> reading) {
            metrics.gauge(name, description, () -> reading.applyAsDouble(taken.get()));
        }

        public void counter(String name, String description, ToDoubleFunction<T> reading) {
            metrics.counter(name, description, () -> reading.applyAsDouble(taken.get()));
        }
    }

    /** Returns the metrics of parts that come and go, such as back-ends, each with values for {@code labels}. */
    public <T> Parts<T> of(List<String> labels, Supplier<List<T>> parts, Function<T, List<String>> values) {
        return new Parts<>(this, labels, parts, values);
    }

    /** Adds metrics of parts, named in Prometheus' way; counters without {@code _total}. */
    public record Parts<T>(
            MetricsRegistry metrics, List<String> labels, Supplier<List<T>> parts, Function<T, List<String>> values) {
        public void gauge(String name, String description, ToDoubleFunction<T> reading) {
            metrics.collect(() -> new GaugeSnapshot(
                    new MetricMetadata(name, description),
                    read(reading, (of, value) -> new GaugeDataPointSnapshot(value, of, null))));
        }

        public void counter(String name, String description, ToDoubleFunction<T> reading) {
            metrics.collect(() -> new CounterSnapshot(
                    new MetricMetadata(name, description),
                    read(reading, (of, value) -> new CounterDataPointSnapshot(value, of, null, 0))));
        }

        /** Of several parts with the same values the last one counts. */
        private <P> Collection<P> read(ToDoubleFunction<T> reading, BiFunction<Labels, Double, P> point) {
            Map<List<String>, P> points = new LinkedHashMap<>();
            for (T part : parts.get()) {
                List<String> of = values.apply(part);
                points.put(of, point.apply(Labels.of(labels, of), reading.applyAsDouble(part)));
            }
            return points.values();
        }
    }

    public void gauge(String name, String description, DoubleSupplier reading) {
        add(made -> Gauge.builder(name, reading, DoubleSupplier::getAsDouble)
                .description(description)
                .strongReference(true)
                .register(made.registry()));
    }

    /** Adds a histogram, named in Prometheus' way. */
    public void histogram(String name, String description, DurationHistogram durations) {
        collect(() -> snapshot(name, description, durations));
    }

    /** The text format, version 0.0.4. */
    public String scrape() {
        return registered().registry().scrape();
    }

    @Override
    public synchronized void close() {
        Registered made = registered;
        if (made != null) {
            made.gc().close();
            made.registry().close();
        }
    }

    private static HistogramSnapshot snapshot(String name, String description, DurationHistogram durations) {
        Number[] counts = Arrays.stream(durations.counts()).boxed().toArray(Number[]::new);
        return HistogramSnapshot.builder()
                .name(name)
                .help(description)
                .dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(ClassicHistogramBuckets.of(durations.upperBounds(), counts))
                        .sum(durations.seconds())
                        .build())
                .build();
    }
}
