package io.gosling.bench.trace;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** How a trace in a file is to be read, for every verb that reads one. */
public final class TraceOptions {
    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "",
            description = "Of the trace: clf, combined, json, squid, w3c, id-size, csv, be32, be64 or oracle-general."
                    + " Default: as the file's name ends.")
    private String format = "";

    @Option(
            names = "--columns",
            paramLabel = "MAP",
            defaultValue = "",
            description = "Of a CSV file, such as time=1,key=2,size=5, or by the names of its first line. Default:"
                    + " key=key,size=size.")
    private String columns = "";

    @Option(
            names = "--from",
            paramLabel = "TIME",
            defaultValue = "",
            description = "Leave out what came before: 2026-11-22T10:00:00Z, or 2h after the first request.")
    private String from = "";

    @Option(
            names = "--until",
            paramLabel = "TIME",
            defaultValue = "",
            description = "Leave out what came then and later; written the same way.")
    private String until = "";

    /** With 8192 bytes for what has no size. */
    public TraceFile of(Path file) {
        return of(file, Sizes.fixed(8192));
    }

    /**
     * @param sizes for forms that tell none
     * @throws IllegalArgumentException when an option is wrong
     */
    public TraceFile of(Path file, Sizes sizes) {
        return new TraceFile(
                file,
                format.isEmpty() ? null : TraceFormat.named(format),
                columns.isEmpty() ? ColumnMap.USUAL : ColumnMap.parse(columns),
                Window.parse(from, until),
                sizes);
    }
}
