package io.gosling.bench.figures;

import java.util.Map;
import java.util.function.LongConsumer;

/** Figures of a paper that are drawn from simulations. */
public interface SimulatedFigures {
    /** The number of requests that are simulated in all. */
    long work();

    /** For the head of the report. */
    String setting();

    /** @param progress called with the number of further requests answered, by any thread */
    FigureReport draw(Map<String, String> head, LongConsumer progress);
}
