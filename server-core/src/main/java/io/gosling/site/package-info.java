/**
 * Sites: what a host name serves, out of its configuration. Handlers and filters over documents; knows no channel.
 *
 * <p>Start at {@link io.gosling.site.Sites}, which puts them together; {@link io.gosling.site.Site} is what is put together.
 */
@NullMarked
package io.gosling.site;

import org.jspecify.annotations.NullMarked;
