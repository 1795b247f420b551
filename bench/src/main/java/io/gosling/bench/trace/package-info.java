/**
 * Traces of requests: the model, and readers and writers of the file formats in which they are recorded.
 *
 * <p>Start at Trace (objects are numbers, requests an array) and {@link io.gosling.bench.trace.TraceFile}, which opens
 * a file. {@link io.gosling.bench.trace.TraceFormat} lists the formats; each has a parser, such as
 * {@link io.gosling.bench.trace.CommonLogParser}, {@link io.gosling.bench.trace.JsonLogParser},
 * {@link io.gosling.bench.trace.CsvParser} and {@link io.gosling.bench.trace.OracleGeneralParser}, that fills a
 * {@link io.gosling.bench.trace.TraceBuilder}. {@link io.gosling.bench.trace.TraceWriter} writes a trace. Depends on no
 * other package of bench; it runs no server.
 */
@NullMarked
package io.gosling.bench.trace;

import org.jspecify.annotations.NullMarked;
