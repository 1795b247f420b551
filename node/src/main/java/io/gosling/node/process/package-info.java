/**
 * Parts that every long-running process needs: logging, signals, ports, TLS certificates, the admin listener and JVM
 * sizing.
 *
 * <p>Start at Ports (binds, and names the flag to change when a port is taken), Https and {@link
 * io.gosling.node.process.AdminServerSetup}. {@link io.gosling.node.process.StopRequest} turns TERM and INT into a
 * graceful stop, Signals handles HUP and USR1, {@link io.gosling.node.process.ReadyLine} is the line that a process
 * prints when it accepts requests, {@link io.gosling.node.process.StartupMemoryCheck} checks that the memory asked for
 * exists. Used by run, content, supervise and cli.
 */
@NullMarked
package io.gosling.node.process;

import org.jspecify.annotations.NullMarked;
