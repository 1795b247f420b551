/**
 * Replacement policies of the memory cache, one class each, all pure, with figures in and decisions out.
 *
 * <p>Start at {@link io.gosling.gos.replacement.ReplacementPolicy}. Knows the JDK alone: no cache, cluster, clock or
 * lock.
 */
@NullMarked
package io.gosling.gos.replacement;

import org.jspecify.annotations.NullMarked;
