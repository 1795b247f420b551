package io.gosling.bench.peers;

import io.gosling.bench.experiment.Results;
import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Text;
import java.util.List;

/**
 * One figure of one round.
 *
 * @param value CPU microseconds of a request, or bytes; lower is better
 * @param elsewhere the share of the server's CPU that something else took, 0 to 1; not a number where others belong
 *     there
 */
record Sample(PeerRow row, int round, String server, double value, long requests, double seconds, double elsewhere) {
    static final Columns<Sample> COLUMNS = new Columns<Sample>()
            .and("row", one -> one.row.label)
            .and("round", Sample::round)
            .and("server", Sample::server)
            .and("value", "%.3f", Sample::value)
            .and("requests", Sample::requests)
            .and("seconds", "%.3f", Sample::seconds)
            .and("elsewhere", "%.3f", Sample::elsewhere);

    /** The case that a figure belongs to. */
    record Case(PeerRow row, String server) {}

    static Results<Case, Sample> results(List<Sample> samples) {
        return new Results<>(samples, one -> new Case(one.row, one.server), Sample::round);
    }

    String text() {
        StringBuilder line = new StringBuilder(
                Text.format("%-9s round %2d  %-14s %9.2f %s", row.label, round, server, value, unit()));
        if (requests > 0) {
            line.append(Text.format("  %8.0f requests/s", requests / seconds));
        }
        if (!Double.isNaN(elsewhere)) {
            line.append(Text.format("  %.0f %% of the CPU elsewhere", elsewhere * 100));
        }
        return line.toString();
    }

    private String unit() {
        return row.unit == PeerRow.Unit.BYTES ? "bytes" : "us CPU";
    }
}
