package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonLoadTest {
    private static final ComparedServer.Address SERVER = new ComparedServer.Address(8080, 8443);

    @Test
    void wrkIsAskedForOneThreadAndItsRequestsAreCounted() {
        ComparisonLoad load = ComparisonLoad.wrk("1k.bin").with("-H", "Connection: close");
        assertEquals(
                List.of("wrk", "-t1", "-c64", "-d3", "-H", "Connection: close", "http://127.0.0.1:8080/1k.bin"),
                load.command(SERVER, 3, 1000));
        String printed = """
            Running 3s test @ http://127.0.0.1:8080/1k.bin
              1 threads and 64 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency   434.99us  121.01us   4.02ms   90.34%
                Req/Sec   143.19k     3.55k  148.46k    80.65%
              441561 requests in 3.10s, 540.93MB read
            Requests/sec: 142439.77
            Transfer/sec:    174.50MB
            """;
        assertEquals(new ComparisonLoad.Outcome(441_561, 0), load.outcome(printed));
    }

    @Test
    void whatWrkComplainsAboutHasFailed() {
        String printed = """
              1000 requests in 1.00s, 1.00MB read
              Socket errors: connect 1, read 2, write 3, timeout 4
              Non-2xx or 3xx responses: 100
            """;
        assertEquals(
                new ComparisonLoad.Outcome(900, 110),
                ComparisonLoad.wrk("1k.bin").outcome(printed));
    }

    @Test
    void manyFilesAreRequestedByAScriptAndOneOfThemIsComparedBefore() throws IOException {
        assertEquals(
                List.of("wrk", "-t1", "-c64", "-d3", "-s", "random-files.lua", "http://127.0.0.1:8080/many/0.bin"),
                ComparisonLoad.randomFiles().command(SERVER, 3, 1000));
        String script =
                ConfigurationTemplateFiller.fill(ComparisonLoad.RANDOM_FILES, Map.of("files", "" + ServedFiles.MANY));
        assertTrue(script.contains("for file = 1, 6144 do"), script);
    }

    @Test
    void h2loadGoesOverTlsAndCountsWhatSucceeded() {
        ComparisonLoad load = ComparisonLoad.http2("1k.bin");
        assertEquals(
                List.of("h2load", "-t1", "-c16", "-m16", "-n", "2000", "https://127.0.0.1:8443/1k.bin"),
                load.command(SERVER, 2, 1000));
        String printed = """
            finished in 2.00s, 187431.00 req/s, 200.00MB/s
            requests: 374862 total, 375118 started, 374862 done, 374860 succeeded, 1 failed, 1 errored, 3 timeout
            status codes: 374862 2xx, 0 3xx, 0 4xx, 0 5xx
            """;
        assertEquals(new ComparisonLoad.Outcome(374_860, 5), load.outcome(printed));
    }

    @Test
    void aTextWithoutCountsIsARoundWithoutRequests() {
        assertEquals(
                new ComparisonLoad.Outcome(0, 0), ComparisonLoad.wrk("1k.bin").outcome("unable to connect"));
        assertEquals(
                new ComparisonLoad.Outcome(0, 0), ComparisonLoad.http2("1k.bin").outcome("unable to connect"));
    }
}
