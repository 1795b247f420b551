package io.gosling.node;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Whether this process may open as many files as its limits of connections need. The JVM takes the hard limit. */
final class OpenFiles {
    private static final System.Logger log = System.getLogger(OpenFiles.class.getName());
    /** The jar, logs, event loops, other members, files being read. */
    private static final int OTHERS = 256;

    private OpenFiles() {}

    /** Says once, at the start, that connections will be refused before the limit is reached. */
    static void warn(long sockets) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            shortage(sockets, system.getMaxFileDescriptorCount()).ifPresent(said -> log.log(Level.WARNING, said));
        }
    }

    /** What is wrong with a limit of the system, for so many sockets. Pure. */
    static Optional<String> shortage(long sockets, long most) {
        return most >= sockets + OTHERS
                ? Optional.empty()
                : Optional.of("this process may open " + most + " files, and limits.connections"
                        + " (on a front-end with tunnel.most) asks for " + (sockets + OTHERS)
                        + ": clients wait once they are used up. Raise the hard limit"
                        + " (ulimit -Hn, LimitNOFILE of systemd) or lower limits.connections");
    }
}
