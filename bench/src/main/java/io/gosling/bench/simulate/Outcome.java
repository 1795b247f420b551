package io.gosling.bench.simulate;

import java.util.Locale;

/**
 * What a simulated cluster has done with a trace, the cold start included.
 *
 * @param setup the cluster
 * @param requests that were answered
 * @param seconds that it took, simulated
 * @param misses requests whose file came from a disk or an origin, those that waited for another's reading of it among them
 * @param remote requests whose file came from another node's memory
 * @param idleFraction share of the time in which a node had fewer than 40 % of T_low requests, mean of the nodes
 * @param busyFraction share of the time in which a node's processor worked, mean of the nodes
 * @param delayMillis from a request's coming to a node to its end, mean
 */
record Outcome(
        Setup setup,
        long requests,
        double seconds,
        long misses,
        long remote,
        double idleFraction,
        double busyFraction,
        double delayMillis) {
    static final String CSV_HEAD =
            "policy,nodes,throughput_rps,miss_ratio,idle_fraction,delay_mean_ms,remote_ratio,busy_fraction,costs,"
                    + "replacement,memory_bytes,requests\n";

    double throughput() {
        return requests / seconds;
    }

    double missRatio() {
        return (double) misses / requests;
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%d,%.1f,%.6f,%.4f,%.4f,%.6f,%.4f,%s,%s,%d,%d%n",
                setup.policy().label(),
                setup.nodes(),
                throughput(),
                missRatio(),
                idleFraction,
                delayMillis,
                (double) remote / requests,
                busyFraction,
                setup.costs().name(),
                setup.replacement(),
                setup.memory(),
                requests);
    }
}
