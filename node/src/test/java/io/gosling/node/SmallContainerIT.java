package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.node.testing.MemoryGroup;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.RawConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code gosling serve} by its launcher within a limit of memory, beyond which the system kills. */
// In a plain build: PartsTest, which holds what is said to fit against what is needed.
@Tag("lab")
class SmallContainerIT {
    private static final long MIB = 1 << 20;
    private static final int FILES = 300;
    private static final int BYTES = 400_000;
    private static final int CLIENTS = 100;
    private static final int FILES_OF_A_CLIENT = 60;
    private static final int ABSENT_OF_A_CLIENT = 200;
    private static final Pattern SAID = Pattern.compile("expected at most ([0-9]+m) here");
    private static final String LAUNCHER =
            Path.of("..", "gosling").toAbsolutePath().normalize().toString();

    @TempDir
    private static Path folder;

    private static Path site;

    @BeforeAll
    static void makeSite() throws IOException {
        String obstacle = MemoryGroup.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
        site = Files.createDirectory(folder.resolve("site"));
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < FILES; i++) {
            Arrays.fill(bytes, (byte) i);
            Files.write(site.resolve(i + ".bin"), bytes);
        }
    }

    /** With the start-up cache, which is made where there is memory for that. */
    private static RunningProcess serve(MemoryGroup group, String memory) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", LAUNCHER, "serve", site.toString()));
        command.addAll(List.of("--memory", memory, "--port", "0", "--admin-port", "0"));
        return RunningProcess.of(
                group.inside(command),
                Map.of(
                        "GOSLING_JAR", RunningProcess.JAR.toString(),
                        "XDG_CACHE_HOME", folder.resolve("cache").toString()));
    }

    @ParameterizedTest
    @ValueSource(longs = {256, 384, 512})
    void aLoadOnANodeWithTheMemoryThatIsSaidToFitIsNoReasonToKillIt(long mebibytes) throws Exception {
        try (MemoryGroup group = MemoryGroup.limited(mebibytes * MIB)) {
            Set<String> said = new TreeSet<>();
            for (String asked : List.of(mebibytes + "m", "8g")) {
                try (RunningProcess refused = serve(group, asked)) {
                    assertEquals(78, refused.status(), refused.err());
                    Matcher most = SAID.matcher(refused.err());
                    assertTrue(most.find(), refused.err());
                    said.add(most.group(1));
                }
            }
            assertEquals(1, said.size(), said.toString());
            try (RunningProcess node = serve(group, said.iterator().next())) {
                HostPort http = HostPort.parse(node.ready().get("http"));
                load(new InetSocketAddress(http.host(), http.port()));
                assertEquals(0, group.killed(), () -> "of " + mebibytes + " MiB " + said + " was too much");
                node.terminate();
                assertEquals(0, node.status(), node.err());
            }
        }
    }

    private static void load(InetSocketAddress server) throws Exception {
        List<RawConnection> clients = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // All ask before any reads, which fills the sockets' buffers.
            for (int i = 0; i < CLIENTS; i++) {
                RawConnection client = RawConnection.open(server);
                clients.add(client);
                client.send("GET /" + i + ".bin HTTP/1.1\r\nHost: a\r\n\r\n");
            }
            List<Future<?>> loads = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                RawConnection client = clients.get(i);
                int first = i;
                loads.add(threads.submit(() -> load(client, first)));
            }
            for (Future<?> one : loads) {
                one.get();
            }
        } finally {
            clients.forEach(RawConnection::close);
        }
    }

    private static void load(RawConnection client, int first) {
        assertEquals(BYTES, client.read().body().length);
        for (int i = 1; i <= FILES_OF_A_CLIENT; i++) {
            assertEquals(
                    BYTES, client.get("/" + (first + 7 * i) % FILES + ".bin").body().length);
        }
        for (int i = 0; i < ABSENT_OF_A_CLIENT; i++) {
            assertEquals(404, client.get("/absent-" + first + "-" + i).status());
        }
    }
}
