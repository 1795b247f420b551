package io.gosling.tools.report;

import java.util.List;
import java.util.Map;

/** An HTML page in one file: no script, no other files. Used by one thread. */
public final class HtmlReportPage {
    private static final String STYLE = """
        :root { color-scheme: light dark; --line: #d0d4da; --text: #1c2733; --dim: #5b6875; --back: #fff; }
        @media (prefers-color-scheme: dark) { :root { --line: #39424d; --text: #e4e8ec; --dim: #9aa6b2; --back: \
        #14181d; } }
        body { font: 16px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back);
          max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
        .plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(28rem, 1fr)); gap: 1.5rem; }
        .tables { overflow-x: auto; }
        table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
        td, th { padding: .25rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
        td:first-child, th:first-child { text-align: left; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; color: var(--dim); }
        dd { margin: 0; overflow-wrap: anywhere; }
        .plot { width: 100%; height: auto; } .plot text { font: 12px system-ui, sans-serif; fill: var(--text); }
        .plot .title { font-weight: 600; font-size: 14px; } .plot .mark, .plot .axis { fill: var(--dim); }
        .plot .grid { stroke: var(--line); } .plot polyline { fill: none; }
        .plot polyline, .plot line { stroke-width: 2; } .plot .grid { stroke-width: 1; }
        .plot .range { stroke: var(--text); } .plot .beside { stroke: var(--text); stroke-dasharray: 3 2; }
        """;
    /** Told apart by most people who see fewer colours, on light and on dark. */
    private static final String[] COLOURS = {
        "#2f7ed8", "#e07b39", "#3a9c5f", "#c2478b", "#8a6bd1", "#b59a1e", "#2aa5a5", "#d1494b"
    };

    private final StringBuilder body = new StringBuilder();
    private final String title;

    public HtmlReportPage(String title) {
        this.title = title;
        body.append("<h1>").append(ReportTextFormat.escaped(title)).append("</h1>\n");
    }

    public HtmlReportPage section(String heading) {
        body.append("<h2>").append(ReportTextFormat.escaped(heading)).append("</h2>\n");
        return this;
    }

    public HtmlReportPage text(String paragraph) {
        body.append("<p>").append(ReportTextFormat.escaped(paragraph)).append("</p>\n");
        return this;
    }

    /** Names with what belongs to them, in which grave accents stand around commands. */
    public HtmlReportPage facts(Map<String, String> facts) {
        body.append("<dl>\n");
        facts.forEach((name, value) -> body.append("<dt>" + ReportTextFormat.escaped(name) + "</dt><dd>"
                + ReportTextFormat.escaped(value).replaceAll("`([^`]*)`", "<code>$1</code>") + "</dd>\n"));
        body.append("</dl>\n");
        return this;
    }

    public HtmlReportPage plots(List<? extends SvgChart> plots) {
        body.append("<div class=\"plots\">\n");
        plots.forEach(plot -> body.append("<div>").append(plot.svg()).append("</div>\n"));
        body.append("</div>\n");
        return this;
    }

    public HtmlReportPage table(List<List<String>> rows) {
        body.append("<div class=\"tables\"><table>\n");
        for (int row = 0; row < rows.size(); row++) {
            String cell = row == 0 ? "th" : "td";
            body.append("<tr>");
            rows.get(row)
                    .forEach(
                            text -> body.append("<" + cell + ">" + ReportTextFormat.escaped(text) + "</" + cell + ">"));
            body.append("</tr>\n");
        }
        body.append("</table></div>\n");
        return this;
    }

    public String html() {
        StringBuilder style = new StringBuilder(STYLE);
        for (int i = 0; i < COLOURS.length; i++) {
            style.append(".plot .s" + i + " { stroke: " + COLOURS[i] + "; }\n");
            style.append(".plot circle.s" + i + ", .plot rect.s" + i + " { fill: " + COLOURS[i] + "; }\n");
        }
        return "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" + ReportTextFormat.escaped(title)
                + "</title>\n<style>\n" + style + "</style>\n</head>\n<body>\n" + body + "</body>\n</html>\n";
    }
}
