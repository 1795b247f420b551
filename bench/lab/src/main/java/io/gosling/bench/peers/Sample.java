package io.gosling.bench.peers;

import java.util.Locale;

/**
 * One figure of one round.
 *
 * @param server the measured server
 * @param value CPU microseconds of a request, or bytes; lower is better
 * @param requests answered in the round
 * @param seconds how long it took
 * @param elsewhere the share of the server's CPU that something else took, 0 to 1; not a number where others belong
 *     there
 */
record Sample(PeerRow row, int round, String server, double value, long requests, double seconds, double elsewhere) {
    static final String CSV_HEADER = "row,round,server,value,requests,seconds,elsewhere";

    /** A line for the file of raw figures. */
    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%d,%s,%.3f,%d,%.3f,%s",
                row.label(),
                round,
                server,
                value,
                requests,
                seconds,
                Double.isNaN(elsewhere) ? "" : String.format(Locale.ROOT, "%.3f", elsewhere));
    }

    /** A line for a person who waits. */
    String text() {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT, "%-9s round %2d  %-14s %9.2f %s", row.label(), round, server, value, unit()));
        if (requests > 0) {
            line.append(String.format(Locale.ROOT, "  %8.0f requests/s", requests / seconds));
        }
        if (!Double.isNaN(elsewhere)) {
            line.append(String.format(Locale.ROOT, "  %.0f %% of the CPU elsewhere", elsewhere * 100));
        }
        return line.toString();
    }

    private String unit() {
        return row.unit() == PeerRow.Unit.BYTES ? "bytes" : "us CPU";
    }
}
