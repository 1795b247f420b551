/**
 * The content that a node serves: a directory, virtual hosts ("sites"), or the responses of an origin server, with the
 * disk tier below memory.
 *
 * <p>Start at {@link io.gosling.node.content.ServedContent}, which opens one of the three. {@link
 * io.gosling.node.content.ReloadableSites} replaces virtual hosts while requests are served; {@link
 * io.gosling.node.content.SiteOrigins} connects each site to its origins and their cached responses; {@link
 * io.gosling.node.content.SitePurgeKeys} maps a purge to cache keys. Used by run and by the verbs that check a
 * configuration; it opens no ports.
 */
@NullMarked
package io.gosling.node.content;

import org.jspecify.annotations.NullMarked;
