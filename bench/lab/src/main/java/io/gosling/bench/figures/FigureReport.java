package io.gosling.bench.figures;

import io.gosling.tools.report.Columns;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Page;
import io.gosling.tools.report.Report;
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
        return new Columns<Claim>()
                .and("figure", Claim::figure)
                .and("what", Claim::what)
                .and("the paper", Claim::paper)
                .and("here", Claim::found)
                .table(claims);
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
