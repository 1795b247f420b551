package io.gosling.bench.gos;

import io.gosling.bench.fleet.Answered;
import java.util.Locale;

/**
 * One case in one round.
 *
 * @param requests that were answered with 200
 * @param bytes of the answers, with their headers
 * @param failed requests that were not
 * @param seconds how long it took
 * @param answers who had the bytes, as the nodes counted meanwhile
 */
record GosResult(int round, GosCase what, long requests, long bytes, long failed, double seconds, Answers answers) {
    static final String CSV_HEAD =
            "round,nodes,memory_mib,cooperation,requests,seconds,throughput_rps,throughput_mib_s,"
                    + "own_ratio,home_ratio,peer_ratio,store_ratio,failed\n";

    Answered answered() {
        return new Answered(requests, failed);
    }

    /** Requests a second. */
    double throughput() {
        return requests / seconds;
    }

    /** MiB a second. */
    double megabytes() {
        return bytes / seconds / (1 << 20);
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%d,%d,%d,%s,%d,%.3f,%.1f,%.3f,%.4f,%.4f,%.4f,%.4f,%d%n",
                round,
                what.nodes(),
                what.memory() >> 20,
                what.onOrOff(),
                requests,
                seconds,
                throughput(),
                megabytes(),
                answers.share(answers.own()),
                answers.share(answers.home()),
                answers.share(answers.peer()),
                answers.share(answers.store()),
                failed);
    }
}
