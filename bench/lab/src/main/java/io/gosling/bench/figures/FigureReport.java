package io.gosling.bench.figures;

import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Page;
import io.gosling.tools.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A paper's figures and claims.
 *
 * @param tables behind the figures, in Markdown; may be empty
 * @param csv every result, one a line, with a line of names
 */
public record FigureReport(
        String title, Map<String, String> head, List<Figure> figures, List<Claim> claims, String tables, String csv)
        implements Report.WithPage {
    private static final List<String> NAMES = List.of("figure", "what", "the paper", "here");

    FigureReport(String title, Map<String, String> head, List<Figure> figures, List<Claim> claims) {
        this(
                title,
                head,
                figures,
                claims,
                "",
                Figure.COLUMNS.csv(figures.stream().flatMap(Figure::drawn).toList()));
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>(List.of(NAMES));
        claims.forEach(claim -> rows.add(List.of(claim.figure(), claim.what(), claim.paper(), claim.found())));
        return rows;
    }

    @Override
    public String markdown() {
        return Markdown.facts(head)
                + "\n"
                + Markdown.table(rows(), "|---|---|---|---|")
                + figures.stream().map(Figure::markdown).collect(Collectors.joining())
                + tables;
    }

    @Override
    public String html() {
        return new Page(title)
                .facts(head)
                .table(rows())
                .plots(figures.stream().map(Figure::plot).toList())
                .html();
    }
}
