/**
 * Traces of requests: the model, and readers and writers of the file formats in which they are recorded.
 *
 * <p>Start at Trace (objects are numbers, requests an array) and {@link io.gosling.tools.trace.TraceFile}, which opens
 * a file. {@link io.gosling.tools.trace.TraceFormat} lists the formats; each has a parser, such as
 * {@link io.gosling.tools.trace.CommonLogParser}, {@link io.gosling.tools.trace.JsonLogParser},
 * {@link io.gosling.tools.trace.CsvParser} and {@link io.gosling.tools.trace.RecordParser}, that fills a
 * {@link io.gosling.tools.trace.TraceBuilder}. {@link io.gosling.tools.trace.TraceWriter} writes a trace. Depends on no
 * other package of bench; it runs no server.
 */
@NullMarked
package io.gosling.tools.trace;

import org.jspecify.annotations.NullMarked;
