package io.gosling.tools.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class HtmlReportPageTest {
    private static Document parsed(String xml) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(xml)));
    }

    private static LineChart.Series line(String name, double... ups) {
        List<LineChart.Point> points = new ArrayList<>();
        for (int i = 0; i < ups.length; i++) {
            points.add(new LineChart.Point(1 << i, ups[i]));
        }
        return new LineChart.Series(name, points);
    }

    @Test
    void everyPointIsInsideOfTheDrawingAndSaysItsNumbers() throws Exception {
        LineChart plot = new LineChart(
                "A & <B>",
                ChartAxis.bytes("memory"),
                ChartAxis.linear("%"),
                List.of(line("one", 0, 12.5, 99.9), line("two", 3, 3, 3), line("none")));
        Document svg = parsed(plot.svg());
        NodeList circles = svg.getElementsByTagName("circle");
        assertEquals(6, circles.getLength());
        for (int i = 0; i < circles.getLength(); i++) {
            Element circle = (Element) circles.item(i);
            double x = Double.parseDouble(circle.getAttribute("cx"));
            double y = Double.parseDouble(circle.getAttribute("cy"));
            assertTrue(x >= 64 && x <= 624 && y >= 36 && y <= 312, x + ", " + y);
        }
        assertEquals("one: 4 B, 99.9", circles.item(2).getTextContent());
        assertEquals("A & <B>", svg.getDocumentElement().getAttribute("aria-label"));
    }

    @Test
    void whatALogarithmCannotShowIsLeftOut() throws Exception {
        LineChart plot = new LineChart(
                "t", ChartAxis.linear("x"), ChartAxis.logarithmic("y"), List.of(line("one", 0, 10, 1000)));
        assertEquals(2, parsed(plot.svg()).getElementsByTagName("circle").getLength());
        LineChart empty = new LineChart("t", ChartAxis.linear("x"), ChartAxis.linear("y"), List.of());
        assertTrue(empty.svg().contains("nothing to show"));
    }

    @Test
    void aPageNeedsNothingFromElsewhere() {
        String html = new HtmlReportPage("Title <1>")
                .facts(Map.of("command", "`./gosling <x>`"))
                .text("a < b")
                .plots(List.of(
                        new LineChart("p", ChartAxis.linear("x"), ChartAxis.linear("y"), List.of(line("one", 1, 2)))))
                .table(List.of(List.of("name", "figure"), List.of("<i>", "1")))
                .html();
        assertTrue(
                html.contains("<h1>Title &lt;1&gt;</h1>") && html.contains("<code>./gosling &lt;x&gt;</code>"), html);
        assertTrue(html.contains("<td>&lt;i&gt;</td>"), html);
        for (String elsewhere : new String[] {"<script", "<link", "<img", "url(", "src=", "@import"}) {
            assertFalse(html.contains(elsewhere), elsewhere);
        }
    }
}
