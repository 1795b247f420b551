package io.gosling.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;

class BarChartTest {
    private static final int WIDTH = 640;
    private static final int SIDE = 16;

    private static Document drawn(BarChart.Bar... bars) {
        return Jsoup.parse(new BarChart("A & <B>", "before", List.of(bars)).svg(), "", Parser.xmlParser());
    }

    @Test
    void theLargestNumberIsAsWideAsTheDrawingAndAllBeginAtNothing() {
        Document svg = drawn(
                new BarChart.Bar("one", 50, 40, 100, BarChart.NONE),
                new BarChart.Bar("<two>", 25, BarChart.NONE, BarChart.NONE, 75));
        List<Element> bars = svg.select("rect");
        int room = WIDTH - 2 * SIDE;
        assertEquals(
                List.of("16", "16"), bars.stream().map(bar -> bar.attr("x")).toList());
        assertEquals(0.5 * room, number(bars.get(0), "width"), 0.1);
        assertEquals(0.25 * room, number(bars.get(1), "width"), 0.1);
        Element range = svg.select("line.range").getFirst();
        assertEquals(SIDE + 0.4 * room, number(range, "x1"), 0.1);
        assertEquals(WIDTH - SIDE, number(range, "x2"), 0.1);
        assertEquals(SIDE + 0.75 * room, number(svg.select("line.beside").getFirst(), "x1"), 0.1);
        assertEquals(1, svg.select("line.range").size());
        assertEquals(1, svg.select("line.beside").size());
        assertEquals(
                List.of("A & <B>", "one", "50.0 (40.0 to 100.0)", "<two>", "25.0, before 75.0"),
                svg.select("text").eachText());
    }

    @Test
    void whatIsNothingHasABarWithoutWidth() {
        assertEquals(
                0,
                number(
                        drawn(new BarChart.Bar("none", 0, 0, 0, BarChart.NONE))
                                .select("rect")
                                .getFirst(),
                        "width"));
        assertTrue(drawn().text().contains("nothing to show"));
    }

    private static double number(Element of, String name) {
        return Double.parseDouble(of.attr(name));
    }
}
