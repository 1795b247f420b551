package io.gosling.bench.packet;

import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.hosts.NamespaceHosts;
import io.gosling.bench.hosts.PacketTestNetworkFactory;
import io.gosling.tools.cluster.ProcessHost;
import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Runs clients of the service that is not HTTP, for a number of seconds. Used by one thread. */
record BytesServiceLoadRun(NamespaceHosts hosts, int clients, ExperimentProcedure rounds) {
    /** The bytes up and down: a line there, a page of lines back. */
    private static final int UP = 256;

    private static final int DOWN = 2048;

    /** For which the last answers may be waited for: rates are over all of the time until everybody had one. */
    private static final double LONGEST_END = 10;

    /** @throws IOException also where one waited so long for an answer that nothing was measured */
    LoadRunResult run(PacketTrial.Mark measured) throws IOException, InterruptedException {
        BytesServiceClients.Plan plan =
                new BytesServiceClients.Plan(Testbed.service(Testbed.BYTES_PORT), clients, UP, DOWN);
        ProcessHost client =
                hosts.host(PacketTestNetworkFactory.CLIENT, PacketTestNetworkFactory.CLIENT_ADDRESSES.getFirst());
        runFor(rounds.warmUp(), new BytesServiceClients(client.sockets(), plan));
        BytesServiceClients exchanges = new BytesServiceClients(client.sockets(), plan);
        measured.set();
        long began = System.nanoTime();
        runFor(rounds.measured(), exchanges);
        double took = (System.nanoTime() - began) / 1e9;
        double late = took - rounds.measured().toSeconds();
        if (late > LONGEST_END) {
            throw new IOException(ReportTextFormat.format(
                    "a client waited %.0f s for an answer when the others were done, so nothing was measured of it",
                    late));
        }
        Map<String, Long> failed = new HashMap<>(exchanges.failures());
        if (exchanges.wrong() > 0) {
            failed.put("wrong bytes", exchanges.wrong());
        }
        return new LoadRunResult(
                exchanges.connections() / took,
                exchanges.bytes() / took,
                exchanges.meanMillis(),
                exchanges.millis(50),
                exchanges.millis(99),
                exchanges.connections(),
                failed);
    }

    private static void runFor(Duration time, BytesServiceClients exchanges) throws InterruptedException {
        exchanges.start();
        try {
            Thread.sleep(time);
        } finally {
            exchanges.stop();
        }
    }
}
