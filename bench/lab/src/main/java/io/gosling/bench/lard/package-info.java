/**
 * {@code gosling bench lard}: the prototype experiment of the LARD paper (Pai et al. 1998, figure 17) on processes: a
 * front-end, nodes whose memory is too small for all files, and a slow disk under each, which is emulated.
 *
 * <p>Start at {@link io.gosling.bench.lard.LardVerb}. A {@code LardCase} is a policy with or without cooperation, a
 * {@code FleetTrial} runs one with fresh nodes for a {@code LardResult}, and {@code LardReport} makes the table.
 */
@NullMarked
package io.gosling.bench.lard;

import org.jspecify.annotations.NullMarked;
