package io.gosling.node.testing;

import static org.junit.jupiter.api.Assertions.assertAll;

import io.gosling.testing.Hosts;
import io.gosling.testing.HurriedJava;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.function.Executable;

/**
 * Processes of the built jar on hosts that are network namespaces, and requests from a host to itself, of which nothing
 * is on the wire. Closing it ends the processes, then the hosts.
 */
public final class HostedProcesses implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Hosts hosts;

    /** With hosts of these names and addresses, as {@link Hosts} takes them. */
    public HostedProcesses(String... namesAndAddresses) throws IOException, InterruptedException {
        hosts = keep(new Hosts(namesAndAddresses));
    }

    public Hosts hosts() {
        return hosts;
    }

    /** Closes this too, before what was there earlier. */
    public <C extends AutoCloseable> C keep(C opened) {
        open.add(opened);
        return opened;
    }

    /** Starts a verb on a host. */
    public RunningProcess start(String host, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(hosts.inside(host));
        command.addAll(HurriedJava.command(RunningProcess.JAR, "-Xmx128m"));
        command.addAll(arguments);
        return keep(RunningProcess.of(command, Map.of()));
    }

    /** A request from a host to a server that it reaches. */
    public RawResponse ask(String host, InetSocketAddress server, String request) {
        try {
            Socket socket = hosts.in(host, () -> {
                Socket connecting = new Socket();
                connecting.connect(server, TIMEOUT_MILLIS);
                return connecting;
            });
            try (RawConnection connection = RawConnection.over(socket)) {
                return connection.send(request).read();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        // Closes all, also when one of them fails.
        assertAll(open.reversed().stream().<Executable>map(one -> one::close));
    }
}
