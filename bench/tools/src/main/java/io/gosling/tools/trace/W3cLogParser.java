package io.gosling.tools.trace;

import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parses W3C's extended log format, as IIS and CloudFront write it: a line {@code #Fields:} names the columns of those
 * after it. Required are {@code cs-uri-stem} or {@code cs-uri}, {@code sc-status}, {@code sc-bytes}; optional are
 * {@code cs-uri-query}, {@code cs-method}, {@code date} and {@code time}, which are in UTC.
 */
final class W3cLogParser implements TraceParser {
    @Override
    public void read(InputStream in, TraceBuilder draft) throws IOException {
        LineReader lines = new LineReader(in);
        Columns columns = null;
        while (lines.next()) {
            if (lines.has(lines.from(), "#Fields:")) {
                columns = Columns.of(lines.text(lines.from() + "#Fields:".length(), lines.to()));
            } else if (!lines.has(lines.from(), "#")) {
                if (columns == null) {
                    throw new IOException("there is no line '#Fields:' before the first request; expected the extended"
                            + " log format of the W3C");
                }
                String[] words =
                        lines.isWhole() ? lines.text(lines.from(), lines.to()).split("[ \\t]+") : new String[0];
                if (!columns.read(words, draft)) {
                    draft.broken();
                }
            }
        }
    }

    /** The positions of columns in a line; -1 for a missing one. */
    private record Columns(int count, int stem, int query, int method, int status, int bytes, int date, int time) {
        static Columns of(String names) throws IOException {
            List<String> all = Arrays.asList(names.strip().split("[ \\t]+"));
            int stem = Math.max(all.indexOf("cs-uri-stem"), all.indexOf("cs-uri"));
            Columns columns = new Columns(
                    all.size(),
                    stem,
                    all.indexOf("cs-uri-stem") < 0 ? -1 : all.indexOf("cs-uri-query"),
                    all.indexOf("cs-method"),
                    all.indexOf("sc-status"),
                    all.indexOf("sc-bytes"),
                    all.indexOf("date"),
                    all.indexOf("time"));
            if (stem < 0 || columns.status < 0 || columns.bytes < 0) {
                throw new IOException("the line '#Fields:" + names
                        + "' names too little; expected cs-uri-stem or cs-uri, sc-status and sc-bytes");
            }
            return columns;
        }

        boolean read(String[] words, TraceBuilder draft) {
            if (words.length != count) {
                return false;
            }
            long answered = number(words[status]);
            long size = number(words[bytes]);
            Double at = at(words);
            if (answered < 0 || size < 0 || at == null) {
                return false;
            }
            boolean counts = date < 0 || time < 0 || draft.counts(at);
            if (counts && (method < 0 || words[method].equals("GET")) && TraceBuilder.isRead(answered)) {
                String asked = query < 0 || words[query].equals("-") ? words[stem] : words[stem] + '?' + words[query];
                byte[] name = LineReader.bytes(asked);
                draft.answered(draft.object(name, 0, name.length), answered, size);
            }
            return true;
        }

        private static long number(String word) {
            return word.equals("-") ? 0 : word.matches("\\d{1,18}") ? Long.parseLong(word) : -1;
        }

        private @Nullable Double at(String[] words) {
            if (date < 0 || time < 0) {
                return 0.0;
            }
            try {
                return (double)
                        LocalDateTime.parse(words[date] + 'T' + words[time]).toEpochSecond(ZoneOffset.UTC);
            } catch (DateTimeException e) {
                return null;
            }
        }
    }
}
