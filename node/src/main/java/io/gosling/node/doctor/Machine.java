package io.gosling.node.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.gosling.netty.listen.Listener;
import io.gosling.node.process.StartupMemoryCheck;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** The facts about this machine and its neighbours that {@link Doctor} asks for. Each call may block for 2 s. */
class Machine {
    private static final int TIMEOUT_MILLIS = 2000;

    Instant now() {
        return Instant.now();
    }

    /** Files that a process of this user may open; very many if the system does not tell. */
    long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? system.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /** Bytes of memory, or what the control groups leave of it. */
    long memory() {
        return StartupMemoryCheck.machineMemory();
    }

    /** The text of a file below {@code /proc}, stripped; empty if there is none. */
    Optional<String> kernel(String path) {
        try {
            return Optional.of(Files.readString(Path.of("/proc", path)).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** @throws IOException when the address cannot be bound; says why and what to do */
    void bind(InetSocketAddress address) throws IOException {
        try (ServerSocket probe = new ServerSocket()) {
            // Connections of a process that has just ended are no obstacle.
            probe.setReuseAddress(true);
            probe.bind(address);
        } catch (IOException e) {
            throw Listener.cannotBind(address, e);
        }
    }

    InetAddress resolve(String host) throws UnknownHostException {
        return InetAddress.getByName(host);
    }

    /** @throws IOException when nothing accepts connections there */
    void connect(InetSocketAddress address) throws IOException {
        try (Socket probe = new Socket()) {
            probe.connect(address, TIMEOUT_MILLIS);
        }
    }

    /** The time of an HTTP server, in whole seconds; empty if it tells none. */
    Optional<Instant> clock(InetAddress host, int port) {
        try {
            URI uri = new URI("http", null, host.getHostAddress(), port, "/", null, null);
            HttpURLConnection asking = (HttpURLConnection) uri.toURL().openConnection();
            asking.setRequestMethod("HEAD");
            asking.setInstanceFollowRedirects(false);
            asking.setConnectTimeout(TIMEOUT_MILLIS);
            asking.setReadTimeout(TIMEOUT_MILLIS);
            long millis = asking.getHeaderFieldDate("Date", 0);
            asking.disconnect();
            return millis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
        } catch (IOException | URISyntaxException e) {
            return Optional.empty();
        }
    }
}
