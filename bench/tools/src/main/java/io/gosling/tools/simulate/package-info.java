/**
 * The simulator of the LARD paper (Pai et al. 1998, section 3): {@code gosling simulate}.
 *
 * <p>Start at {@link Simulation}, which is the front-end: it has the dispatcher's own policies. {@link SimulatedNode}
 * is the model of a node, with the object space's own replacement; a {@link CostModel} has the durations of its work.
 * The model leaves out the front-end's work, the network, and the costs of requests beyond their bytes.
 */
@NullMarked
package io.gosling.tools.simulate;

import org.jspecify.annotations.NullMarked;
