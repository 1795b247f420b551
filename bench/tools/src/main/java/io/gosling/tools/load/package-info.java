/**
 * A load generator: {@code gosling load}.
 *
 * <p>Start at {@link LoadRun}. A {@link ClientEventLoop} is one event loop with its connections: it takes the next
 * request when {@link RequestSchedule} allows it, from the {@link LoadRunControl} that all loops share, and counts its
 * outcome in {@link LoadStatistics} of its own. {@link ResponseScanner} parses HTTP/1.1 responses in place, for
 * blocking clients too. {@link BrowserSessions} are clients with browsers instead.
 */
@NullMarked
package io.gosling.tools.load;

import org.jspecify.annotations.NullMarked;
