/**
 * Slices of large origin responses: each fixed-size byte range is requested, stored and evicted as an object of its
 * own, as with nginx's slice module.
 *
 * <p>Start at Slice, one range under the strong ETag of the whole; {@link io.gosling.origin.slices.OpenReply} is an
 * origin response that is read slice after slice; {@link io.gosling.origin.slices.WantedBytes} says which bytes a
 * request needs. {@code SliceLayout} in io.gosling.caching divides responses. Used by origin.cache only.
 */
@NullMarked
package io.gosling.origin.slices;

import org.jspecify.annotations.NullMarked;
