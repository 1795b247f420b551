package io.gosling.bench.peers;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The record of everything measured so far, printed as it arrives. It also knows whether everything was measured that
 * should have been.
 */
final class SampleCollector {
    private final List<ComparisonSample> samples = new ArrayList<>();
    private final List<String> leftOut = new ArrayList<>();
    private final PrintWriter told;
    private boolean whole = true;

    SampleCollector(PrintWriter told) {
        this.told = told;
    }

    void enter(ComparisonSample sample) {
        samples.add(sample);
        tell(sample.text());
    }

    void strike(ComparisonRow row, String why) {
        strike(sample -> sample.row() == row, "row " + row.label + ": " + why);
    }

    /** The others' figures stand without this server's. */
    void strike(ComparisonRow row, String server, String why) {
        strike(
                sample -> sample.row() == row && sample.server().equals(server),
                "row " + row.label + " without " + server + ": " + why);
    }

    private void strike(Predicate<ComparisonSample> which, String why) {
        whole = false;
        samples.removeIf(which);
        tell("gosling: " + why);
    }

    void leaveOut(ComparisonRow row, String server) {
        String line = "row " + row.label + " without " + server + ": it is not installed, or not among --peers";
        leftOut.add(line);
        tell("gosling: " + line);
    }

    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    List<ComparisonSample> samples() {
        return List.copyOf(samples);
    }

    boolean whole() {
        return whole;
    }

    private void tell(String line) {
        told.println(line);
        told.flush();
    }
}
