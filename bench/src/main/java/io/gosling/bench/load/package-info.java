/**
 * A load generator: {@code gosling load}.
 *
 * <p>Start at {@code LoadRun}. A {@code Lane} is one event loop with its connections: it takes the next request when {@code Pace}
 * says so, from the {@code Course} that all lanes share, and counts what came of it in a {@code Tally} of its own.
 * {@code ResponseScanner} reads answers of HTTP/1.1 where they lie. {@code Sessions} are visitors with browsers instead.
 */
@NullMarked
package io.gosling.bench.load;

import org.jspecify.annotations.NullMarked;
