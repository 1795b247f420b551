package io.gosling.tools.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the HTML page of a report, for every verb that draws plots. */
public final class HtmlReportOption {
    @Option(
            names = "--html",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
            description = "Write a page with plots there; it needs no network.")
    private @Nullable Path html;

    public void write(Supplier<String> page) throws IOException {
        OutputFileConverter.write(html, page);
    }
}
