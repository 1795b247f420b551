package io.gosling.tools.report;

/** A drawing in SVG that needs no other files and follows a page's colours. */
public sealed interface SvgChart permits LineChart, BarChart {
    String svg();
}
