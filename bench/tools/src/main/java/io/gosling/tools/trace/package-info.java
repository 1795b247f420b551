/**
 * Traces of requests: the model, and readers and writers of the file formats in which they are recorded.
 *
 * <p>Start at {@link Trace} (objects are numbers, requests an array) and {@link TraceFileReader}, which opens a file.
 * {@link TraceFormat} lists the formats; each has a parser, such as {@link CommonLogParser}, {@link JsonLogParser}
 * and {@link CsvTraceParser}, that fills a {@link TraceBuilder}. {@link TraceWriter} writes
 * a trace. Depends on tools.report alone; it runs no server.
 */
@NullMarked
package io.gosling.tools.trace;

import org.jspecify.annotations.NullMarked;
