package io.gosling.common;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/**
 * Checks that this process may open as many files as its connections need. The JVM raises its limit to the hard limit.
 */
public final class OpenFileLimitCheck {
    private static final System.Logger log = System.getLogger(OpenFileLimitCheck.class.getName());
    /** The jar, logs, event loops, other members, files being read. */
    private static final int OTHERS = 256;

    private OpenFileLimitCheck() {}

    public static void warn(long sockets) {
        warn("limits.connections (on a front-end with tunnel.most)", sockets);
    }

    /**
     * Warns if not all connections can be opened; to be called once, before they are.
     *
     * @param sockets at a time, at most
     */
    public static void warn(String setting, long sockets) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            shortage(setting, sockets, system.getMaxFileDescriptorCount())
                    .ifPresent(said -> log.log(Level.WARNING, said));
        }
    }

    /** The complaint about a system limit that is too low for a number of sockets. Pure. */
    public static Optional<String> shortage(String setting, long sockets, long most) {
        return most >= sockets + OTHERS
                ? Optional.empty()
                : Optional.of("this process may open " + most + " files, and " + setting + " asks for "
                        + (sockets + OTHERS) + ": connections beyond that wait or fail. Raise the hard limit"
                        + " (ulimit -Hn, LimitNOFILE of systemd) or ask for fewer");
    }
}
