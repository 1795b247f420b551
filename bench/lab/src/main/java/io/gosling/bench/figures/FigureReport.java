package io.gosling.bench.figures;

import io.gosling.tools.report.HtmlReportPage;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.Report;
import io.gosling.tools.report.ResultColumns;
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
        String title,
        Map<String, String> head,
        List<PaperFigure> figures,
        List<PaperClaim> claims,
        String tables,
        String csv)
        implements Report.WithPage {

    FigureReport(String title, Map<String, String> head, List<PaperFigure> figures, List<PaperClaim> claims) {
        this(
                title,
                head,
                figures,
                claims,
                "",
                PaperFigure.COLUMNS.csv(
                        figures.stream().flatMap(PaperFigure::drawn).toList()));
    }

    private List<List<String>> rows() {
        return new ResultColumns<PaperClaim>()
                .and("figure", PaperClaim::figure)
                .and("what", PaperClaim::what)
                .and("the paper", PaperClaim::paper)
                .and("here", PaperClaim::found)
                .table(claims);
    }

    @Override
    public String markdown() {
        return Markdown.facts(head)
                + "\n"
                + Markdown.table(rows(), "|---|---|---|---|")
                + figures.stream().map(PaperFigure::markdown).collect(Collectors.joining())
                + tables;
    }

    @Override
    public String html() {
        return new HtmlReportPage(title)
                .facts(head)
                .table(rows())
                .plots(figures.stream().map(PaperFigure::plot).toList())
                .html();
    }
}
