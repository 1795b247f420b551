package io.gosling.tools.process;

import io.gosling.tools.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes reports to the requested files. */
public final class ReportOutput {
    private ReportOutput() {}

    public static void write(@Nullable Path file, Supplier<String> text) throws IOException {
        if (file != null) {
            Files.writeString(file, text.get());
        }
    }

    /** The tables to a file, and every figure beside it, in a file with {@code .csv} behind its name. */
    public static void write(@Nullable Path file, Report report) throws IOException {
        if (file != null) {
            write(file, report::markdown);
            write(file.resolveSibling(file.getFileName() + ".csv"), report::csv);
        }
    }
}
