/**
 * Hosts that are network namespaces of Linux, which are made for a run and removed with it. Start at
 * {@link io.gosling.bench.hosts.NamespaceHosts}; {@link io.gosling.bench.hosts.PacketNetwork} is the network of the
 * experiments.
 */
@NullMarked
package io.gosling.bench.hosts;

import org.jspecify.annotations.NullMarked;
