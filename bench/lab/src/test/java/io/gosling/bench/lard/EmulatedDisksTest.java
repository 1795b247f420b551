package io.gosling.bench.lard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.fleet.EmulatedDisks;
import io.gosling.tools.fleet.Connection;
import io.gosling.tools.workload.GeneratedTraces;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EmulatedDisksTest {
    @Test
    void noMoreReadsEndThanItCanDoAtATime() throws Exception {
        try (EmulatedDisks disk = new EmulatedDisks(1000, 2)) {
            InetSocketAddress address =
                    new InetSocketAddress("127.0.0.1", disk.url().getPort());
            Replay replay = new Replay(GeneratedTraces.zipf(0.8, 100, 1000, 0, 1), address, 8);
            disk.latency(Duration.ofMillis(50));
            long began = System.nanoTime();
            Replay.Tally loadCounts = replay.run(Duration.ofMillis(500));
            double seconds = (System.nanoTime() - began) / 1e9;
            assertTrue(loadCounts.requests() > 0, loadCounts::toString);
            assertTrue(loadCounts.requests() <= 2 * Math.ceil(seconds / 0.05), loadCounts + " in " + seconds + " s");
            assertEquals(loadCounts.requests(), disk.reads());
            assertEquals(0, loadCounts.hits() + loadCounts.failed());
        }
    }

    @Test
    void eachNodeHasADiskOfItsOwnWhateverItsRequestsCameThrough() throws Exception {
        try (EmulatedDisks disks = new EmulatedDisks(1000, 1);
                HttpClient client = HttpClient.newHttpClient()) {
            for (String node : List.of("n1", "n2", "n2")) {
                HttpRequest request = HttpRequest.newBuilder(disks.url().resolve("/a"))
                        .header("Via", "1.1 front")
                        .header("Via", "1.1 " + node)
                        .build();
                assertEquals(
                        200, client.send(request, BodyHandlers.discarding()).statusCode());
            }
            assertEquals(Map.of("n1", 1L, "n2", 2L), disks.readsByNode());
            assertEquals(3, disks.reads());
        }
    }

    @Test
    void everyPathHasBytesOfItsOwnOnEveryDisk() throws Exception {
        try (EmulatedDisks disk = new EmulatedDisks(1000, 2);
                EmulatedDisks other = new EmulatedDisks(1000, 2);
                Connection connection = Connection.open(
                        new InetSocketAddress("127.0.0.1", disk.url().getPort()))) {
            connection.send("/a?size=300");
            byte[] body = connection.read(connection.head().length());
            assertEquals(300, body.length);
            assertTrue(other.isRight("/a", body));
            assertFalse(other.isRight("/b", body));
            body[299]++;
            assertFalse(disk.isRight("/a", body));
            assertFalse(disk.isRight("/a", new byte[1001]));
        }
    }
}
