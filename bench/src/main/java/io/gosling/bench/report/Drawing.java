package io.gosling.bench.report;

/** Something drawn as SVG that needs nothing from elsewhere and follows a page's colours. */
public sealed interface Drawing permits Plot, Bars {
    /** The drawing. */
    String svg();
}
