/**
 * Replacement policies of the memory cache, one class each, all pure, with figures in and decisions out.
 *
 * <p>Start at {@link ReplacementPolicy}. Knows the JDK and io.gosling.settings alone: no cache, cluster, clock or lock.
 */
@NullMarked
package io.gosling.gos.replacement;

import org.jspecify.annotations.NullMarked;
