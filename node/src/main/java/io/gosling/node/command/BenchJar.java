package io.gosling.node.command;

import java.util.List;

/**
 * The jar with the load generators, simulators and benchmarks: {@code gosling-bench.jar}. Some of its verbs are called
 * as {@code gosling VERB}, since they are of use to people who run a site; the launcher knows the same names.
 */
public final class BenchJar {
    /** Verbs that are called without the word {@code bench}. */
    public static final List<String> VERBS = List.of("simulate", "plan", "trace", "load", "calibrate");

    private BenchJar() {}

    /** The message for a call of one of those verbs when the jar is not there. */
    public static String whereIs(String verb) {
        return "'" + verb + "' is a verb of gosling-bench.jar, and this jar has it not; expected ./gosling " + verb
                + ", which finds that one, or java -jar gosling-bench.jar " + verb;
    }
}
