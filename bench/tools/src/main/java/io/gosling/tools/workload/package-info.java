/**
 * The workloads that verbs measure with: synthetic traces, sites with the numbers of the papers, and the options that
 * choose between a recorded and a synthetic trace.
 *
 * <p>Start at {@link GeneratedTraceOptions} and {@link TraceOptions}, the options that verbs share, and {@link
 * GeneratedTraces}. {@link AccessPattern} adds locality, one-hit objects, drift and flash crowds to popularity by
 * Zipf's law ({@link RequestGenerator} draws the requests); {@link PublishedTraceProfile} fits a trace to published
 * figures; {@link PaperSites} are the sites of DC-Apache. Depends on trace; it runs no server. {@link PaperSite} and
 * {@link PaperSiteWriter} are also used by measurements of real servers.
 */
@NullMarked
package io.gosling.tools.workload;

import org.jspecify.annotations.NullMarked;
