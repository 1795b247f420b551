package io.gosling.bench.figures;

import io.gosling.tools.report.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A paper's figures and claims.
 *
 * @param title of the page
 * @param head machine, date, versions, command, what was simulated
 */
public record FigureReport(String title, Map<String, String> head, List<Figure> figures, List<Claim> claims) {
    /** A table of claims, then one for each figure. */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        head.forEach((name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
        text.append("\n| figure | what | the paper | here |\n|---|---|---|---|\n");
        for (Claim claim : claims) {
            text.append("| " + claim.figure() + " | " + claim.what() + " | " + claim.paper() + " | " + claim.found()
                    + " |\n");
        }
        figures.forEach(figure -> text.append(figure.markdown()));
        return text.toString();
    }

    /** Every point of every figure, one a line. */
    public String csv() {
        return Figure.CSV_HEAD + figures.stream().map(Figure::csv).collect(Collectors.joining());
    }

    /** The same with plots; it needs nothing from elsewhere. */
    public String html() {
        Page page = new Page(title).facts(head);
        List<List<String>> rows = new ArrayList<>(List.of(List.of("figure", "what", "the paper", "here")));
        claims.forEach(claim -> rows.add(List.of(claim.figure(), claim.what(), claim.paper(), claim.found())));
        page.table(rows);
        page.plots(figures.stream().map(Figure::plot).toList());
        return page.html();
    }
}
