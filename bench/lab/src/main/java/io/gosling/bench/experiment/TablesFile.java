package io.gosling.bench.experiment;

import io.gosling.tools.process.OutputFile;
import io.gosling.tools.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for a file with the tables of a report, beside which one with every figure is written. */
public final class TablesFile {
    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "Write the tables there too, and every figure beside it, in FILE with .csv behind it.")
    private @Nullable Path markdown;

    public void write(Report report) throws IOException {
        if (markdown != null) {
            OutputFile.write(markdown, report::markdown);
            OutputFile.write(markdown.resolveSibling(markdown.getFileName() + ".csv"), report::csv);
        }
    }
}
