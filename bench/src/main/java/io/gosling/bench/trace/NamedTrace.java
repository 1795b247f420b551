package io.gosling.bench.trace;

import java.util.List;

/**
 * A trace with what its objects are called.
 *
 * @param names of each object, as the file has it; made when asked for, and safe for use by many threads
 */
public record NamedTrace(Trace trace, List<String> names) {}
