package io.gosling.bench.trace;

import java.util.List;

/** Traces that are made by name, for every verb that takes one. The same name, number and seed make the same trace. */
public final class Presets {
    private static final List<String> NAMES = List.of("rice", "ibm", "zipf");
    private static final double ALPHA = 0.9;
    private static final int OBJECTS = 100_000;

    private Presets() {}

    /**
     * @param requests 1 to 100 000 000
     * @throws IllegalArgumentException when there is no such preset, or the number is out of bounds
     */
    public static Trace named(String name, int requests, long seed) {
        if (requests < 1 || requests > 100_000_000) {
            throw new IllegalArgumentException("--requests is " + requests + "; it must be 1 to 100000000");
        }
        return switch (name) {
            case "rice" -> Coverage.RICE.requests(requests, seed);
            case "ibm" -> Coverage.IBM.requests(requests, seed);
            case "zipf" -> Generated.zipf(ALPHA, OBJECTS, requests, 0, seed);
            default ->
                throw new IllegalArgumentException(
                        "--preset is '" + name + "'; expected one of " + String.join(", ", NAMES));
        };
    }
}
