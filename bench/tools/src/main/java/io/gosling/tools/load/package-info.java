/**
 * A load generator: {@code gosling load}.
 *
 * <p>Start at {@code LoadRun}. A {@code ClientEventLoop} is one event loop with its connections: it takes the next
 * request when {@code RequestSchedule} allows it, from the {@code LoadRunControl} that all lanes share, and counts its
 * outcome in {@code LoadStatistics} of its own. {@code ResponseScanner} parses HTTP/1.1 responses in place, for blocking
 * clients too. {@code BrowserSessions} are clients with browsers instead.
 */
@NullMarked
package io.gosling.tools.load;

import org.jspecify.annotations.NullMarked;
