package io.gosling.bench.dcapache;

import io.gosling.tools.report.ResultColumns;

/**
 * The results of one case.
 *
 * @param part which experiment: {@code scale}, {@code quota}, {@code hot-spot}, or {@code real}
 * @param method of storage, as the configuration has it
 * @param quota of each server besides the home, as a part of the site; {@link #NOT_SET} for what the server has by
 *     default
 * @param perSecond answers a second, those included by which a server sends a client elsewhere
 * @param responseMillis from a request to the end of its answer, in the mean
 * @param transfers of documents to other servers; {@link #NOT_MEASURED} if they were not counted
 * @param evictions of copies for want of room; the same
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
    static final ResultColumns<DcApacheResult> COLUMNS = new ResultColumns<DcApacheResult>()
            .and("part", DcApacheResult::part)
            .and("site", DcApacheResult::site)
            .and("servers", DcApacheResult::servers)
            .and("clients", DcApacheResult::clients)
            .and("method", DcApacheResult::method)
            .and("spread", DcApacheResult::spread)
            .and("quota_share", "%.2f", DcApacheResult::quota)
            .and("connections_per_s", "%.1f", DcApacheResult::perSecond)
            .and("mib_per_s", "%.3f", DcApacheResult::mebibytes)
            .and("response_ms", "%.2f", DcApacheResult::responseMillis)
            .and("largest_share", "%.4f", DcApacheResult::largestShare)
            .and("transfers", one -> counted(one.transfers))
            .and("evictions", one -> counted(one.evictions))
            .and("failed", DcApacheResult::failed);

    static final double NOT_SET = Double.NaN;

    static final long NOT_MEASURED = -1;

    double mebibytes() {
        return bytesPerSecond / (1 << 20);
    }

    private static String counted(long count) {
        return count == NOT_MEASURED ? "" : Long.toString(count);
    }
}
