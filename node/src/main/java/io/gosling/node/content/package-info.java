/**
 * The content that a node serves: a directory, virtual hosts ("sites"), or the responses of an origin server, with the
 * disk tier below memory.
 *
 * <p>Start at {@link ServedContent}, which opens one of the three. {@link ReloadableSites} replaces virtual hosts while
 * requests are served; {@link SiteOrigins} connects each site to its origins and their cached responses; {@link
 * SitePurgeTargetMapping} maps a purge to cache keys. Used by run and by the verbs that check a configuration; it opens
 * no ports.
 */
@NullMarked
package io.gosling.node.content;

import org.jspecify.annotations.NullMarked;
