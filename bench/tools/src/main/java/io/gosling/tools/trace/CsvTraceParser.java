package io.gosling.tools.trace;

import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses comma-separated values (RFC 4180, except that no value spans lines), with a map of the columns. Columns are
 * numbered from 1, or named as in the first line.
 */
final class CsvTraceParser implements LineTraceParser.Format {
    private final ColumnMap columns;
    private ColumnMap.@Nullable Places places;

    CsvTraceParser(ColumnMap columns) {
        this.columns = columns;
    }

    @Override
    public boolean read(String line, TraceBuilder draft) throws IOException {
        List<String> values = values(line);
        ColumnMap.Places there = places;
        if (there == null) {
            there = columns.places(values);
            places = there;
            if (columns.areNamed()) {
                return true;
            }
        }
        return read(values, there, draft);
    }

    private static boolean read(List<String> values, ColumnMap.Places places, TraceBuilder draft) {
        if (values.size() <= places.last()) {
            return false;
        }
        String key = values.get(places.key());
        long size = places.size() < 0 ? 0 : ReportTextFormat.number(values.get(places.size()));
        if (key.isEmpty() || size < 0) {
            return false;
        }
        try {
            if (places.time() >= 0 && !draft.counts(Double.parseDouble(values.get(places.time())))) {
                return true;
            }
        } catch (NumberFormatException e) {
            return false;
        }
        if (places.size() < 0) {
            draft.ask(draft.object(key));
        } else {
            draft.ask(draft.object(key), size);
        }
        return true;
    }

    private static List<String> values(String text) {
        List<String> values = new ArrayList<>();
        int at = 0;
        while (at <= text.length()) {
            if (at < text.length() && text.charAt(at) == '"') {
                StringBuilder value = new StringBuilder();
                int from = at + 1;
                int quote = text.indexOf('"', from);
                while (quote >= 0 && quote + 1 < text.length() && text.charAt(quote + 1) == '"') {
                    value.append(text, from, quote + 1);
                    from = quote + 2;
                    quote = text.indexOf('"', from);
                }
                if (quote < 0) {
                    return List.of();
                }
                values.add(value.append(text, from, quote).toString());
                at = quote + 2;
            } else {
                int comma = text.indexOf(',', at);
                int end = comma < 0 ? text.length() : comma;
                values.add(text.substring(at, end).strip());
                at = end + 1;
            }
        }
        return values;
    }
}
