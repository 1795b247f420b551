/**
 * Figures of the papers, drawn again from simulations: {@code gosling bench lard --simulated}.
 *
 * <p>Start at {@link LardFigures}, which lists the simulations of each {@link PaperFigure}, and the {@link PaperClaim}s
 * about it.
 */
@NullMarked
package io.gosling.bench.figures;

import org.jspecify.annotations.NullMarked;
