package io.gosling.bench.packet;

import io.gosling.bench.hosts.Hosts;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Clients of the service that is not HTTP, for so many seconds. Used by one thread. */
record ByteClients(Hosts hosts, int clients, int warmUp, int seconds) {
    /** A line there, a page of lines back. */
    private static final int UP = 256;

    private static final int DOWN = 2048;

    /** @param measured run when costs are counted from */
    Load run(Mark measured) throws IOException, InterruptedException {
        Exchanges.Plan plan = new Exchanges.Plan(Testbed.service(Testbed.BYTES_PORT), clients, UP, DOWN);
        Exchanges.Place place = Exchanges.Place.on(hosts, Testbed.CLIENT, List.of());
        Exchanges warm = new Exchanges(place, plan);
        warm.start();
        TimeUnit.SECONDS.sleep(warmUp);
        warm.stop();
        Exchanges exchanges = new Exchanges(place, plan);
        measured.set();
        long began = System.nanoTime();
        exchanges.start();
        TimeUnit.SECONDS.sleep(seconds);
        exchanges.stop();
        double took = (System.nanoTime() - began) / 1e9;
        Map<String, Long> failed = new HashMap<>(exchanges.failures());
        if (exchanges.wrong() > 0) {
            failed.put("wrong bytes", exchanges.wrong());
        }
        return new Load(
                exchanges.connections() / took,
                exchanges.bytes() / took,
                exchanges.meanMillis(),
                exchanges.millis(50),
                exchanges.millis(99),
                exchanges.connections(),
                failed);
    }
}
