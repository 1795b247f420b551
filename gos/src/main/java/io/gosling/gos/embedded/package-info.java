/**
 * Nodes of a cluster as parts of programs. Start at {@link GoslingNode}, and for tests at {@link GoslingCluster}, which
 * is a whole cluster in one program. Nothing else depends on this package.
 *
 * @since 0.1.0
 */
@NullMarked
package io.gosling.gos.embedded;

import org.jspecify.annotations.NullMarked;
