/**
 * The workloads that verbs measure with: synthetic traces, sites with the numbers of the papers, and the options that
 * choose between a recorded and a synthetic trace.
 *
 * <p>Start at {@link io.gosling.tools.workload.GeneratedTraceOptions} and {@link
 * io.gosling.tools.workload.TraceOptions}, the options that verbs share, and {@link
 * io.gosling.tools.workload.GeneratedTraces}. {@link io.gosling.tools.workload.AccessPattern} adds locality, one-hit
 * objects, drift and flash crowds to popularity by Zipf's law ({@link io.gosling.tools.workload.RequestGenerator} draws
 * the requests); Coverage fits a trace to published figures; {@link io.gosling.tools.workload.PaperSites} are the sites
 * of DC-Apache. Depends on trace; it runs no server. {@link io.gosling.tools.workload.PaperSite} and {@link
 * io.gosling.tools.workload.PaperSiteWriter} are also used by measurements of real servers.
 */
@NullMarked
package io.gosling.tools.workload;

import org.jspecify.annotations.NullMarked;
