/**
 * Nodes and front-ends as separate processes, as the launcher starts them, and their clients. Start at
 * {@link io.gosling.bench.fleet.Fleet}.
 */
@NullMarked
package io.gosling.bench.fleet;

import org.jspecify.annotations.NullMarked;
