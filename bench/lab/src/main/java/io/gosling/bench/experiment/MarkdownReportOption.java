package io.gosling.bench.experiment;

import io.gosling.tools.process.OutputFileConverter;
import io.gosling.tools.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for a file with the tables of a report, beside which one with every figure is written. */
public final class MarkdownReportOption {
    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
            description = "Write the tables there too, and every figure beside it, in FILE with .csv behind it.")
    private @Nullable Path markdown;

    public void write(Report report) throws IOException {
        if (markdown != null) {
            OutputFileConverter.write(markdown, report::markdown);
            OutputFileConverter.write(markdown.resolveSibling(markdown.getFileName() + ".csv"), report::csv);
        }
    }
}
