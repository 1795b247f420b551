/**
 * A whole cluster in one program, for tests and for trying things. Start at {@link GoslingCluster}. Nothing else
 * depends on this package.
 */
@NullMarked
package io.gosling.gos.embedded;

import org.jspecify.annotations.NullMarked;
