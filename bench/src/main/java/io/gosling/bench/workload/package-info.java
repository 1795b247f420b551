/**
 * The workloads that verbs measure with: synthetic traces, sites with the numbers of the papers, and the options that
 * choose between a recorded and a synthetic trace.
 *
 * <p>Start at {@link io.gosling.bench.workload.GeneratedTraceOptions} and {@link
 * io.gosling.bench.workload.TraceOptions}, the options that verbs share, and {@link
 * io.gosling.bench.workload.GeneratedTraces}. {@link io.gosling.bench.workload.AccessPattern} adds locality, one-hit
 * objects, drift and flash crowds to popularity by Zipf's law ({@link io.gosling.bench.workload.RequestGenerator} draws
 * the requests); Coverage fits a trace to published figures; {@link io.gosling.bench.workload.PaperSites} are the sites
 * of DC-Apache. Depends on trace; it runs no server. {@link io.gosling.bench.workload.PaperSite} and {@link
 * io.gosling.bench.workload.WrittenSite} are also used by measurements of real servers.
 */
@NullMarked
package io.gosling.bench.workload;

import org.jspecify.annotations.NullMarked;
