package io.gosling.tools.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the HTML page of a report, for every verb that draws plots. */
public final class PageFile {
    @Option(
            names = "--html",
            paramLabel = "FILE",
            converter = OutputFile.class,
            description = "Write a page with plots there; it needs no network.")
    private @Nullable Path html;

    public void write(Supplier<String> page) throws IOException {
        OutputFile.write(html, page);
    }
}
