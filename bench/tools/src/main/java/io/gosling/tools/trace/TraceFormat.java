package io.gosling.tools.trace;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The trace formats that can be read, by their names. */
public enum TraceFormat {
    CLF("clf", "log"),
    COMBINED,
    JSON("json", "jsonl", "ndjson"),
    ID_SIZE("tr", "txt"),
    CSV("csv");

    private static final Pattern ROTATED = Pattern.compile("(?:[.-](?:\\d{1,4}|\\d{8,14}|\\d{4}-\\d\\d-\\d\\d))+$");

    private final List<String> suffixes;

    TraceFormat(String... suffixes) {
        this.suffixes = List.of(suffixes);
    }

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public static TraceFormat named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the format is '" + name + "'; expected " + labels()));
    }

    static String labels() {
        return Arrays.stream(values()).map(TraceFormat::label).collect(Collectors.joining(", "));
    }

    /**
     * The format by the end of a file's name, from which the ending of a compression was removed. The endings that log
     * rotation adds are ignored: {@code access.log.1}, {@code access.log-20261123}, {@code access_log.2026-11-23}.
     */
    static Optional<TraceFormat> ofName(String name) {
        String own = ROTATED.matcher(name).replaceFirst("");
        String suffix = own.substring(Math.max(own.lastIndexOf('.'), own.lastIndexOf('_')) + 1)
                .toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> format.suffixes.contains(suffix))
                .findFirst();
    }

    LineTraceParser form(ColumnMap columns) {
        return new LineTraceParser(
                switch (this) {
                    case CLF, COMBINED -> new CommonLogParser();
                    case JSON -> new JsonLogParser();
                    case ID_SIZE -> new IdSizeParser();
                    case CSV -> new CsvTraceParser(columns);
                });
    }
}
