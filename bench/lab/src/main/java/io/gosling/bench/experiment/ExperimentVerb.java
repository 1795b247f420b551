package io.gosling.bench.experiment;

import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.figures.LardFigures;
import io.gosling.tools.process.HtmlReportOption;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.ProgressDisplay;
import io.gosling.tools.process.ReportFileOptions;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.report.Report;
import io.gosling.tools.report.ResultColumns;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** The base class of verbs that run experiments: the steps that these have in common. Used by one thread. */
public abstract class ExperimentVerb extends ReportingVerb {
    @Mixin
    private ReportFileOptions reports = new ReportFileOptions();

    @Mixin
    private HtmlReportOption page = new HtmlReportOption();

    /** Prints a report, and writes it to the files that were asked for. */
    protected final void publish(Report.WithPage report) throws IOException {
        publish(report, reports, page);
    }

    /** Reports a result as its line of the CSV, and returns it. */
    protected final <R> R told(ResultColumns<R> columns, R result) {
        say(columns.line(result).stripTrailing());
        return result;
    }

    /** The head of a report on what was measured in this process. */
    protected final Map<String, String> ownHead() throws IOException {
        Map<String, String> head = MachineDescription.head(typed());
        tellTaken(head);
        return head;
    }

    /** Draws the simulated figures of a paper, with progress. */
    protected final FigureReport draw(LardFigures figures) throws IOException {
        Map<String, String> head = MachineDescription.head(typed());
        head.put("simulated", figures.setting());
        ProgressDisplay progress = new ProgressDisplay(told(), figures.work());
        FigureReport report = figures.draw(head, progress::add);
        progress.end();
        return report;
    }

    protected final void requireOnOrOff(String option, List<String> words, String expected) {
        words.forEach(word -> require(word.equals("on") || word.equals("off"), option, word, expected));
    }
}
