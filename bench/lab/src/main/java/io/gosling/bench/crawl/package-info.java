/**
 * A link checker that visits every page of a running site from outside and compares what it gets with the site's files.
 *
 * <p>Start at {@link CrawlVerb}.
 */
@NullMarked
package io.gosling.bench.crawl;

import org.jspecify.annotations.NullMarked;
