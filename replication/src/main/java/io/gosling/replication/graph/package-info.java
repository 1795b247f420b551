/**
 * The links of a page and where in its bytes they are written, and the graph that the pages of a site make. Pure: bytes
 * in, values out; no file, no network, no clock.
 *
 * <p>Start at {@link PageLinks} and {@link LinkGraph}; {@link LinkTarget} says where a link leads. This is the only
 * package that knows jsoup.
 */
@NullMarked
package io.gosling.replication.graph;

import org.jspecify.annotations.NullMarked;
