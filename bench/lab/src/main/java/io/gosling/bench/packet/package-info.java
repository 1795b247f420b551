/**
 * The experiments of the LSMAC and LSNAT paper between hosts that are network namespaces: {@code gosling bench packet}.
 *
 * <p>Start at {@link io.gosling.bench.packet.PacketVerb}; {@link io.gosling.bench.packet.Testbed} is where everything
 * runs.
 */
@NullMarked
package io.gosling.bench.packet;

import org.jspecify.annotations.NullMarked;
