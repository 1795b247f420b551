/**
 * Nodes and front-ends as processes of their own, as the launcher starts them, and clients that ask them. Start at
 * {@link io.gosling.bench.fleet.Fleet}.
 */
@NullMarked
package io.gosling.bench.fleet;

import org.jspecify.annotations.NullMarked;
