/**
 * Hosts that are network namespaces of Linux, which are made for a run and removed with it.
 *
 * <p>Start at {@link NamespaceHosts}; {@link PacketTestNetworkFactory} is the network of the experiments.
 */
@NullMarked
package io.gosling.bench.hosts;

import org.jspecify.annotations.NullMarked;
