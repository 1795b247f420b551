package io.gosling.tools.process;

import io.gosling.tools.report.Report;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the files of a report besides standard output, for every verb that has a table and its figures. */
public final class ReportFileOptions {
    @Option(
            names = "--markdown",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
            description = "Write the tables there too.")
    private @Nullable Path markdown;

    @Option(
            names = "--csv",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
            description = "Write every figure there.")
    private @Nullable Path csv;

    public void write(Report report) throws IOException {
        write(report::markdown, report::csv);
    }

    public void write(Supplier<String> table, Supplier<String> figures) throws IOException {
        OutputFileConverter.write(markdown, table);
        OutputFileConverter.write(csv, figures);
    }
}
