package io.gosling.tools.trace;

import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Parses W3C's extended log format, as IIS and CloudFront write it: a line {@code #Fields:} names the columns of those
 * after it. Required are {@code cs-uri-stem} or {@code cs-uri}, {@code sc-status}, {@code sc-bytes}; optional are
 * {@code cs-uri-query}, {@code cs-method}, {@code date} and {@code time}, which are in UTC.
 */
final class W3cLogParser implements LineTraceParser.Format {
    private static final String FIELDS = "#Fields:";
    private static final DateTimeFormatter TIME = DateTimeFormatter.ISO_LOCAL_DATE_TIME.withZone(ZoneOffset.UTC);

    private List<String> columns = List.of();
    private String[] words = {};

    @Override
    public boolean read(String line, TraceBuilder draft) throws IOException {
        if (line.startsWith(FIELDS)) {
            columns = columns(line.substring(FIELDS.length()));
        }
        if (line.startsWith("#")) {
            return true;
        }
        if (columns.isEmpty()) {
            throw new IOException("there is no line '#Fields:' before the first request; expected the extended log"
                    + " format of the W3C");
        }
        words = LineTraceParser.words(line, Integer.MAX_VALUE);
        return words.length == columns.size() && request(draft);
    }

    private static List<String> columns(String names) throws IOException {
        List<String> columns = List.of(LineTraceParser.words(names, Integer.MAX_VALUE));
        if (!columns.containsAll(List.of("sc-status", "sc-bytes"))
                || !(columns.contains("cs-uri-stem") || columns.contains("cs-uri"))) {
            throw new IOException("the line '#Fields:" + names
                    + "' names too little; expected cs-uri-stem or cs-uri, sc-status and sc-bytes");
        }
        return columns;
    }

    private boolean request(TraceBuilder draft) {
        long status = number("sc-status");
        long bytes = number("sc-bytes");
        boolean timed = columns.containsAll(List.of("date", "time"));
        double at = timed ? TraceWindow.moment(word("date") + 'T' + word("time"), TIME) : 0;
        if (status < 0 || bytes < 0 || Double.isNaN(at)) {
            return false;
        }
        String stem = word("cs-uri-stem");
        String query = word("cs-uri-query");
        boolean whole = stem.isEmpty() || query.isEmpty() || query.equals("-");
        if ((!timed || draft.counts(at)) && List.of("", "GET").contains(word("cs-method"))) {
            draft.answered(stem.isEmpty() ? word("cs-uri") : whole ? stem : stem + '?' + query, status, bytes);
        }
        return true;
    }

    /** The word in a column; empty where there is no such column. */
    private String word(String column) {
        int place = columns.indexOf(column);
        return place < 0 ? "" : words[place];
    }

    private long number(String column) {
        return word(column).equals("-") ? 0 : ReportTextFormat.number(word(column));
    }
}
