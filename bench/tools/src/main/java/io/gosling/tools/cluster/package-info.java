/**
 * Nodes as separate processes, as the launcher starts them, and a connection to one.
 *
 * <p>Start at {@link NodeProcesses}; {@link ProcessHost} is where a node runs.
 */
@NullMarked
package io.gosling.tools.cluster;

import org.jspecify.annotations.NullMarked;
