/**
 * Verbs that look at a running site from outside and measure: they are added to the node's command line and the tools
 * in {@code gosling-bench.jar}.
 *
 * <p>Start at {@link io.gosling.bench.CrawlVerb}.
 */
@NullMarked
package io.gosling.bench;

import org.jspecify.annotations.NullMarked;
