package io.gosling.node.command;

import java.util.List;

/**
 * The jar that looks at servers from outside, reckons and measures: {@code gosling-bench.jar}. Some of its verbs people call by
 * {@code gosling VERB}, since they are of use to who runs a site; the launcher knows the same names.
 */
public final class BenchJar {
    /** Verbs that are called without the word {@code bench}. */
    public static final List<String> VERBS = List.of("simulate", "plan", "trace", "load", "calibrate");

    private BenchJar() {}

    /** What to tell who has called one of those verbs of a jar that has them not. */
    public static String whereIs(String verb) {
        return "'" + verb + "' is a verb of gosling-bench.jar, and this jar has it not; expected ./gosling " + verb
                + ", which finds that one, or java -jar gosling-bench.jar " + verb;
    }
}
