/**
 * Small classes that every module may use.
 *
 * <p>{@link io.gosling.common.Bounds} checks settings, {@link io.gosling.common.RetryBudget} limits retries. Depends on
 * no other package of Gosling. Packages whose rule is to need the JDK alone do without it.
 */
@NullMarked
package io.gosling.common;

import org.jspecify.annotations.NullMarked;
