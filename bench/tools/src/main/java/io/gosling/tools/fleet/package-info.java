/**
 * Nodes as separate processes, as the launcher starts them, and a connection to one. Start at
 * {@link io.gosling.tools.fleet.NodeProcesses}; {@link io.gosling.tools.fleet.Host} is where a node runs.
 */
@NullMarked
package io.gosling.tools.fleet;

import org.jspecify.annotations.NullMarked;
