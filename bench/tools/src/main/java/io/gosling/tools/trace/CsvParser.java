package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses comma-separated values (RFC 4180, except that no value spans lines), with a map of the columns. Columns are
 * numbered from 1, or named as in the first line.
 *
 * @param sizes used if there is no column of sizes
 */
record CsvParser(ColumnMap columns, Sizes sizes) implements TraceParser {
    @Override
    public void read(InputStream in, TraceBuilder draft) throws IOException {
        LineReader lines = new LineReader(in);
        ColumnMap.Places places = columns.numbered();
        while (lines.next()) {
            List<String> values = lines.isWhole() ? values(lines) : List.of();
            if (places == null) {
                places = columns.named(values);
            } else if (!read(values, places, draft)) {
                draft.broken();
            }
        }
        if (places != null && places.size() < 0) {
            draft.sizes(sizes);
        }
    }

    private static boolean read(List<String> values, ColumnMap.Places places, TraceBuilder draft) {
        if (values.size() <= places.last()) {
            return false;
        }
        String key = values.get(places.key());
        String size = places.size() < 0 ? "0" : values.get(places.size());
        if (key.isEmpty() || !size.matches("\\d{1,18}")) {
            return false;
        }
        if (places.time() >= 0) {
            try {
                if (!draft.counts(Double.parseDouble(values.get(places.time())))) {
                    return true;
                }
            } catch (NumberFormatException e) {
                return false;
            }
        }
        byte[] name = LineReader.bytes(key);
        int object = draft.object(name, 0, name.length);
        draft.ask(object);
        if (places.size() >= 0) {
            draft.size(object, Long.parseLong(size));
        }
        return true;
    }

    private static List<String> values(LineReader line) {
        List<String> values = new ArrayList<>();
        String text = line.text(line.from(), line.to());
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
