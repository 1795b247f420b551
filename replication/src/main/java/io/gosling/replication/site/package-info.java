/**
 * A directory's document graph: read once, kept up to date.
 *
 * <p>Start at {@link SiteScanner}. It asks the same source that the server asks, so it sees what is served and nothing
 * else. Blocks; never on an event loop.
 */
@NullMarked
package io.gosling.replication.site;

import org.jspecify.annotations.NullMarked;
