package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process that may open 120 files, and clients that want more of it. */
@Timeout(120)
class FullDescriptorTableTest {
    private static final int DESCRIPTORS = 120;

    private final List<String> said = new CopyOnWriteArrayList<>();

    @Test
    void clientsThatFindNoDescriptorWaitAndAreServedInPlaceOfIdleOnes() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "there is no shell to set the limit");
        Process child = start();
        try {
            Thread.ofVirtual().start(() -> listen(child.inputReader()));
            Eventually.that("it serves: " + said, () -> port() > 0);
            InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port());
            List<RawConnection> clients = new ArrayList<>();
            // The first one has the classes of an exchange loaded while their files can still be opened.
            clients.add(RawConnection.open(address, 0));
            assertEquals(204, clients.getFirst().get("/").status());
            for (int i = 1; i < DESCRIPTORS; i++) {
                clients.add(RawConnection.open(address, 0));
            }
            Eventually.that("it says that it is full", () -> heard("cannot accept connections"));
            RawConnection last = clients.removeLast().request("GET", "/");
            assertEquals(204, last.read().status());
            assertTrue(clients.getFirst().ends(), "it was idle for longest");
            clients.forEach(RawConnection::close);
            assertTrue(child.isAlive());
            last.close();
        } finally {
            child.getOutputStream().close();
            if (!child.waitFor(30, TimeUnit.SECONDS)) {
                child.destroyForcibly();
            }
        }
    }

    private static Process start() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "ulimit -n " + DESCRIPTORS + " && exec \"$@\"",
                        "sh",
                        java,
                        "-Xmx64m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        classes,
                        ServingProcess.class.getName())
                .redirectErrorStream(true)
                .start();
    }

    private void listen(BufferedReader output) {
        output.lines().forEach(said::add);
    }

    private int port() {
        return said.stream()
                .filter(line -> line.startsWith("port="))
                .mapToInt(line -> Integer.parseInt(line.substring(5)))
                .findFirst()
                .orElse(0);
    }

    private boolean heard(String words) {
        return said.stream().anyMatch(line -> line.contains(words));
    }
}
