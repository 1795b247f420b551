package io.gosling.replication.home;

import io.gosling.replication.page.CopiedLink;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The links of a copied page that may be chosen, with the servers that are to hold their documents, as the page's home
 * sends them: a line for each link. Immutable.
 *
 * @param links in the order of their places
 */
public record CopiedPageLinks(List<Row> links) {
    /** Of its text. */
    public static final int MOST_BYTES = 8 << 20;

    public static final String MEDIA_TYPE = "text/plain; charset=utf-8";
    private static final String NOBODY = "-";
    private static final String ESCAPED = "&";
    private static final String PLAIN = "-";
    private static final String MIGRATED = "m";

    private static final Pattern FORM = Pattern.compile(
            "([0-9]{1,9}) ([0-9]{1,9}) ([-&]) ([0-9]{1,18}) ([-m]) ([0-9A-Za-z_.:,\\[\\]-]+) (/[^ ]*) ?(.*)");

    public CopiedPageLinks {
        links = List.copyOf(links);
    }

    /**
     * A link.
     *
     * @param version of its document
     * @param migrated true if it leads to the first of the servers, and never home
     * @param servers names of those that are to hold the document
     */
    public record Row(CopiedLink link, long version, boolean migrated, List<String> servers) {
        public Row {
            servers = List.copyOf(servers);
        }

        private String line() {
            return link.offset() + " " + link.length() + " " + (link.references() ? ESCAPED : PLAIN) + " " + version
                    + " " + (migrated ? MIGRATED : PLAIN) + " "
                    + (servers.isEmpty() ? NOBODY : String.join(",", servers))
                    + " " + link.document() + " " + link.rest();
        }

        private static Optional<Row> read(String line) {
            Matcher form = FORM.matcher(line);
            if (!form.matches()) {
                return Optional.empty();
            }
            CopiedLink link = new CopiedLink(
                    Integer.parseInt(form.group(1)),
                    Integer.parseInt(form.group(2)),
                    form.group(3).equals(ESCAPED),
                    form.group(7),
                    form.group(8));
            List<String> servers = form.group(6).equals(NOBODY)
                    ? List.of()
                    : List.of(form.group(6).split(","));
            return Optional.of(
                    new Row(link, Long.parseLong(form.group(4)), form.group(5).equals(MIGRATED), servers));
        }
    }

    /** The text, without links that contain line ends. */
    public byte[] written() {
        StringBuilder text = new StringBuilder();
        for (Row row : links) {
            String line = row.line();
            if (line.indexOf('\n') < 0 && line.indexOf('\r') < 0) {
                text.append(line).append('\n');
            }
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a text about bytes of this length; empty when a line has another form, or lies outside of them or in the
     * one before.
     */
    public static Optional<CopiedPageLinks> read(byte[] text, long length) {
        List<Row> links = new ArrayList<>();
        long end = 0;
        for (String line : new String(text, StandardCharsets.UTF_8).split("\n")) {
            if (line.isEmpty()) {
                continue;
            }
            Row row = Row.read(line).orElse(null);
            if (row == null || row.link().offset() < end) {
                return Optional.empty();
            }
            end = (long) row.link().offset() + row.link().length();
            if (end > length) {
                return Optional.empty();
            }
            links.add(row);
        }
        return Optional.of(new CopiedPageLinks(links));
    }
}
