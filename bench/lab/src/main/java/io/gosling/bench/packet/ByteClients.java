package io.gosling.bench.packet;

import io.gosling.bench.hosts.Hosts;
import io.gosling.tools.report.Text;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs clients of the service that is not HTTP, for a number of seconds. Used by one thread. */
record ByteClients(Hosts hosts, int clients, int warmUp, int seconds) {
    /** The bytes up and down: a line there, a page of lines back. */
    private static final int UP = 256;

    private static final int DOWN = 2048;

    /** For which the last answers may be waited for: rates are over all of the time until everybody had one. */
    private static final double LONGEST_END = 10;

    /** @throws IOException also where one waited so long for an answer that nothing was measured */
    ClientResult run(PacketTrial.Mark measured) throws IOException, InterruptedException {
        Exchanges.Plan plan = new Exchanges.Plan(Testbed.service(Testbed.BYTES_PORT), clients, UP, DOWN);
        Exchanges.Place place = Exchanges.Place.on(hosts, Testbed.CLIENT, List.of());
        Exchanges warm = new Exchanges(place, plan);
        runFor(warmUp, warm);
        Exchanges exchanges = new Exchanges(place, plan);
        measured.set();
        long began = System.nanoTime();
        runFor(seconds, exchanges);
        double took = (System.nanoTime() - began) / 1e9;
        if (took > seconds + LONGEST_END) {
            throw new IOException(Text.format(
                    "a client waited %.0f s for an answer when the others were done, so nothing was measured of it",
                    took - seconds));
        }
        Map<String, Long> failed = new HashMap<>(exchanges.failures());
        if (exchanges.wrong() > 0) {
            failed.put("wrong bytes", exchanges.wrong());
        }
        return new ClientResult(
                exchanges.connections() / took,
                exchanges.bytes() / took,
                exchanges.meanMillis(),
                exchanges.millis(50),
                exchanges.millis(99),
                exchanges.connections(),
                failed);
    }

    private static void runFor(int seconds, Exchanges exchanges) throws InterruptedException {
        exchanges.start();
        try {
            TimeUnit.SECONDS.sleep(seconds);
        } finally {
            exchanges.stop();
        }
    }
}
