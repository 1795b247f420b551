package io.gosling.node.process;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.System.Logger.Level;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/** Whether this process may open as many files as its connections need. The JVM takes the hard limit. */
public final class OpenFiles {
    private static final System.Logger log = System.getLogger(OpenFiles.class.getName());
    /** The jar, logs, event loops, other members, files being read. */
    private static final int OTHERS = 256;

    private OpenFiles() {}

    /** What a server is to say at its start. */
    public static void warn(long sockets) {
        warn("limits.connections (on a front-end with tunnel.most)", sockets);
    }

    /**
     * Says in the log that not all connections can be made, if that is so; to be called once, before they are.
     *
     * @param setting that asks for them, as it is named to users
     * @param sockets at a time, at most
     */
    public static void warn(String setting, long sockets) {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
            shortage(setting, sockets, system.getMaxFileDescriptorCount())
                    .ifPresent(said -> log.log(Level.WARNING, said));
        }
    }

    /** What is wrong with a limit of the system, for so many sockets. Pure. */
    public static Optional<String> shortage(String setting, long sockets, long most) {
        return most >= sockets + OTHERS
                ? Optional.empty()
                : Optional.of("this process may open " + most + " files, and " + setting + " asks for "
                        + (sockets + OTHERS) + ": connections beyond that wait or fail. Raise the hard limit"
                        + " (ulimit -Hn, LimitNOFILE of systemd) or ask for fewer");
    }
}
