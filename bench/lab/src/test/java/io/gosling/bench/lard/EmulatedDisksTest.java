package io.gosling.bench.lard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.cluster.EmulatedDisks;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.load.LoadRun;
import io.gosling.tools.load.LoadSettings;
import io.gosling.tools.load.LoadStatistics;
import io.gosling.tools.load.TargetServer;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
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
            byte[] path = "/o/1".getBytes(StandardCharsets.US_ASCII);
            LoadSettings settings =
                    LoadSettings.closed(List.of(TargetServer.near(address)), 8, Duration.ofMillis(500), Long.MAX_VALUE);
            disk.latency(Duration.ofMillis(50));
            long began = System.nanoTime();
            LoadStatistics counts =
                    new LoadRun(settings, number -> path).run(told -> {}).loadCounts();
            double seconds = (System.nanoTime() - began) / 1e9;
            assertTrue(counts.requests() > 0, () -> counts.errors().toString());
            assertTrue(counts.requests() <= 2 * Math.ceil(seconds / 0.05), counts.requests() + " in " + seconds + " s");
            assertEquals(counts.requests(), disk.reads());
            assertEquals(counts.requests(), counts.ofClass(2));
            assertEquals(0, counts.failures() + counts.hitRatio());
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
                KeepAliveConnection connection = KeepAliveConnection.open(
                        new InetSocketAddress("127.0.0.1", disk.url().getPort()))) {
            byte[] body = connection.get("/a?size=300").body();
            assertEquals(300, body.length);
            assertTrue(other.isRight("/a", body));
            assertFalse(other.isRight("/b", body));
            body[299]++;
            assertFalse(disk.isRight("/a", body));
            assertFalse(disk.isRight("/a", new byte[1001]));
        }
    }
}
