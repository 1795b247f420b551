package io.gosling.bench.dcapache;

import java.util.Locale;

/**
 * The results of one case.
 *
 * @param part which experiment: {@code scale}, {@code quota}, {@code hot-spot}, or {@code real}
 * @param method of storage, as the configuration has it
 * @param quota of each server besides the home, as a part of the site; {@link #NOT_SET} for what the server has by
 *     default
 * @param perSecond answers a second, those included by which a server sends a client elsewhere
 * @param responseMillis from a request to the end of its answer, in the mean
 * @param largestShare of the requests, that of the busiest server
 * @param transfers of documents to other servers; {@link #NOT_MEASURED} if they were not counted
 * @param evictions of copies for want of room; the same
 * @param failed requests without an answer, or with a wrong one
 */
record DcApacheResult(
        String part,
        String site,
        int servers,
        int clients,
        String method,
        String spread,
        double quota,
        double perSecond,
        double bytesPerSecond,
        double responseMillis,
        double largestShare,
        long transfers,
        long evictions,
        long failed) {
    static final String CSV_HEAD = "part,site,servers,clients,method,spread,quota_share,connections_per_s,mib_per_s,"
            + "response_ms,largest_share,transfers,evictions,failed\n";

    /** A quota that is none of ours. */
    static final double NOT_SET = Double.NaN;

    /** A count that is not known. */
    static final long NOT_MEASURED = -1;

    double mebibytes() {
        return bytesPerSecond / (1 << 20);
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%s,%d,%d,%s,%s,%s,%.1f,%.3f,%.2f,%.4f,%s,%s,%d%n",
                part,
                site,
                servers,
                clients,
                method,
                spread,
                Double.isNaN(quota) ? "" : String.format(Locale.ROOT, "%.2f", quota),
                perSecond,
                mebibytes(),
                responseMillis,
                largestShare,
                counted(transfers),
                counted(evictions),
                failed);
    }

    private static String counted(long count) {
        return count == NOT_MEASURED ? "" : Long.toString(count);
    }
}
