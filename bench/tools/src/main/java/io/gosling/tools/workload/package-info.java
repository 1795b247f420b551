/**
 * The workloads that verbs measure with: synthetic traces, sites with the numbers of the papers, and the options that
 * choose between a recorded and a synthetic trace.
 *
 * <p>Start at {@link GeneratedTraceOptions} and {@link TraceInputOptions}, the options that verbs share, and {@link
 * SyntheticTraceFactory}. {@link TraceGenerator} draws the requests; {@link PublishedTraceProfile} fits a trace to
 * published figures; {@link DcApacheSiteGenerator} are the sites of DC-Apache. Depends on trace; it runs no server.
 * {@link DcApacheSite} and {@link DcApacheSiteWriter} are also used by measurements of real servers.
 */
@NullMarked
package io.gosling.tools.workload;

import org.jspecify.annotations.NullMarked;
