/**
 * Figures of the papers, drawn again from simulations: {@code gosling bench lard --simulated}.
 *
 * <p>Start at {@code LardFigures}, which says what is simulated for which figure, and what the paper claims of it.
 */
@NullMarked
package io.gosling.bench.figures;

import org.jspecify.annotations.NullMarked;
