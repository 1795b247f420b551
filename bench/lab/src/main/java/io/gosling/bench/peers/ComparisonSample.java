package io.gosling.bench.peers;

import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.report.ResultColumns;
import java.util.List;

/**
 * One figure of one round.
 *
 * @param value CPU microseconds of a request, or bytes; lower is better
 * @param elsewhere the share of the server's CPU that something else took, 0 to 1; not a number where others belong
 *     there
 */
record ComparisonSample(
        ComparisonRow row, int round, String server, double value, long requests, double seconds, double elsewhere) {
    static final ResultColumns<ComparisonSample> COLUMNS = new ResultColumns<ComparisonSample>()
            .and("row", one -> one.row.label)
            .and("round", ComparisonSample::round)
            .and("server", ComparisonSample::server)
            .and("value", "%.3f", ComparisonSample::value)
            .and("requests", ComparisonSample::requests)
            .and("seconds", "%.3f", ComparisonSample::seconds)
            .and("elsewhere", "%.3f", ComparisonSample::elsewhere);

    /** The case that a figure belongs to. */
    record Case(ComparisonRow row, String server) {}

    static ExperimentResults<Case, ComparisonSample> results(List<ComparisonSample> samples) {
        return new ExperimentResults<>(samples, one -> new Case(one.row, one.server), ComparisonSample::round);
    }

    String text() {
        StringBuilder line = new StringBuilder(
                ReportTextFormat.format("%-9s round %2d  %-14s %9.2f %s", row.label, round, server, value, unit()));
        if (requests > 0) {
            line.append(ReportTextFormat.format("  %8.0f requests/s", requests / seconds));
        }
        if (!Double.isNaN(elsewhere)) {
            line.append(ReportTextFormat.format("  %.0f %% of the CPU elsewhere", elsewhere * 100));
        }
        return line.toString();
    }

    private String unit() {
        return row.unit == ComparisonRow.Unit.BYTES ? "bytes" : "us CPU";
    }
}
