/**
 * Parts that every long-running process needs: logging, signals, ports, TLS certificates, the admin listener and JVM
 * sizing.
 *
 * <p>Start at {@link PortBinder} (binds, and names the flag to change when a port is taken), {@link HttpsSetup} and
 * {@link AdminServerSetup}. {@link StopRequest} turns TERM and INT into a graceful stop, {@link SignalHandlerRegistry}
 * handles HUP and USR1, {@link ReadyLine} is the line that a process prints when it accepts requests, {@link
 * StartupMemoryCheck} checks that the memory asked for exists. Used by run, supervise, cli and {@link
 * io.gosling.node.Main}.
 */
@NullMarked
package io.gosling.node.process;

import org.jspecify.annotations.NullMarked;
