/**
 * The experiments of the LSMAC and LSNAT paper between hosts that are network namespaces: {@code gosling bench packet}.
 *
 * <p>Start at {@link PacketVerb}; {@link Testbed} is where everything runs.
 */
@NullMarked
package io.gosling.bench.packet;

import org.jspecify.annotations.NullMarked;
