/**
 * Figures of the papers, drawn again from simulations: {@code gosling bench lard --simulated}.
 *
 * <p>Start at {@code LardFigures}, which lists the simulations of each figure, and the paper's claims about it.
 */
@NullMarked
package io.gosling.bench.figures;

import org.jspecify.annotations.NullMarked;
