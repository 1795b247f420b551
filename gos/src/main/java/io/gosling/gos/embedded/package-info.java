/** A whole cluster in one program, for tests and for trying things: {@link io.gosling.gos.embedded.GoslingCluster}. */
@NullMarked
package io.gosling.gos.embedded;

import org.jspecify.annotations.NullMarked;
