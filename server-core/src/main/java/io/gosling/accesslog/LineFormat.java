package io.gosling.accesslog;

import io.gosling.accesslog.AccessRecord.Figure;
import io.gosling.accesslog.AccessRecord.Part;
import io.gosling.settings.SettingType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The format of a log line: {@code common} and {@code combined}, as NCSA's httpd and Apache write them, {@code json},
 * or a text with names in braces, such as {@code {remote} {status} {target}}. Immutable.
 */
public final class LineFormat {
    private static final String COMMON = "{remote} - {user} [{time}] \"{request}\" {status} {bytes}";
    private static final String COMBINED = COMMON + " \"{referer}\" \"{agent}\"";
    private static final Map<String, Piece> NAMES = names();

    private final String text;
    private final List<Piece> pieces;

    @FunctionalInterface
    private interface Piece {
        void append(AccessRecord record, LogTimestampFormatter time, LineBuffer line);
    }

    private LineFormat(String text, List<Piece> pieces) {
        this.text = text;
        this.pieces = pieces;
    }

    /**
     * Returns the format of this name or text; in a text, two opening braces stand for one.
     *
     * @throws IllegalArgumentException naming what is wrong and what there is
     */
    public static LineFormat parse(String format) {
        return switch (format) {
            case "common" -> new LineFormat(format, pieces(COMMON));
            case "combined" -> new LineFormat(format, pieces(COMBINED));
            case "json" -> new LineFormat(format, List.of(LineFormat::json));
            default -> new LineFormat(format, pieces(format));
        };
    }

    private static List<Piece> pieces(String format) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        boolean named = false;
        int at = 0;
        while (at < format.length()) {
            char c = format.charAt(at);
            if (c < ' ' || c > '~') {
                throw new IllegalArgumentException("a line is printable ASCII; there is a character " + (int) c);
            }
            if (c != '{') {
                literal.append(c);
                at++;
            } else if (format.startsWith("{{", at)) {
                literal.append(c);
                at += 2;
            } else {
                int end = format.indexOf('}', at);
                flush(literal, pieces);
                pieces.add(named(end < 0 ? format.substring(at) : format.substring(at + 1, end)));
                named = true;
                at = end + 1;
            }
        }
        flush(literal, pieces);
        if (!named) {
            throw new IllegalArgumentException(
                    "\"" + format + "\" is neither common, combined nor json, and has no name in braces; " + choices());
        }
        return pieces;
    }

    private static void flush(StringBuilder literal, List<Piece> pieces) {
        String text = literal.toString();
        literal.setLength(0);
        if (!text.isEmpty()) {
            pieces.add((record, time, line) -> line.raw(text));
        }
    }

    private static Piece named(String name) {
        Piece piece = NAMES.get(name);
        if (piece == null) {
            throw new IllegalArgumentException("there is no {" + name + "}; " + choices());
        }
        return piece;
    }

    /** Returns the names that may stand in braces. */
    public static Set<String> known() {
        return Collections.unmodifiableSet(NAMES.keySet());
    }

    private static String choices() {
        return "the names are " + String.join(", ", NAMES.keySet());
    }

    private static Map<String, Piece> names() {
        Map<String, Piece> names = new TreeMap<>();
        for (Part part : EnumSet.complementOf(EnumSet.of(Part.PEER, Part.USER))) {
            names.put(SettingType.word(part), (record, time, line) -> line.escaped(record, part));
        }
        for (Figure figure : Figure.values()) {
            names.put(SettingType.word(figure), (record, time, line) -> line.figure(record, figure, "-"));
        }
        names.put("client", names.get("remote"));
        names.put(
                "peer", (record, time, line) -> line.escaped(record, record.has(Part.PEER) ? Part.PEER : Part.REMOTE));
        names.put("user", (record, time, line) -> line.word(record, Part.USER));
        names.put("request", (record, time, line) -> request(record, line));
        names.put("time", (record, time, line) -> time.common(line));
        names.put("iso-time", (record, time, line) -> time.iso(line));
        names.put("status", (record, time, line) -> line.number(record.status()));
        names.put("bytes", (record, time, line) -> line.number(record.sent()));
        names.put("duration", (record, time, line) -> line.seconds(record.nanos()));
        names.put("from", (record, time, line) -> line.raw(record.from()));
        return names;
    }

    private static void request(AccessRecord record, LineBuffer line) {
        line.escaped(record, Part.METHOD);
        if (record.has(Part.METHOD)) {
            line.raw(' ');
            line.escaped(record, Part.TARGET);
            line.raw(' ');
            line.escaped(record, Part.PROTOCOL);
        }
    }

    private static void json(AccessRecord record, LogTimestampFormatter time, LineBuffer line) {
        line.raw("{\"time\":\"");
        time.iso(line);
        line.raw('"');
        member(line, ",\"remote\":", record, Part.REMOTE);
        if (record.has(Part.PEER)) {
            member(line, ",\"peer\":", record, Part.PEER);
        }
        member(line, ",\"user\":", record, Part.USER);
        member(line, ",\"method\":", record, Part.METHOD);
        member(line, ",\"target\":", record, Part.TARGET);
        member(line, ",\"protocol\":", record, Part.PROTOCOL);
        member(line, ",\"host\":", record, Part.HOST);
        line.raw(",\"status\":");
        line.number(record.status());
        line.raw(",\"bytes\":");
        line.number(record.sent());
        line.raw(",\"duration\":");
        line.seconds(record.nanos());
        member(line, ",\"referer\":", record, Part.REFERER);
        member(line, ",\"agent\":", record, Part.AGENT);
        line.raw(",\"from\":\"");
        line.raw(record.from());
        line.raw('"');
        if (record.has(Part.REQUEST_ID)) {
            member(line, ",\"request_id\":", record, Part.REQUEST_ID);
        }
        if (record.get(Figure.ATTEMPTS) >= 0) {
            member(line, ",\"pool\":", record, Part.POOL);
            member(line, ",\"backend\":", record, Part.BACKEND);
            member(line, ",\"attempts\":", record, Figure.ATTEMPTS);
            member(line, ",\"queue\":", record, Figure.QUEUE);
            member(line, ",\"connect\":", record, Figure.CONNECT);
            member(line, ",\"first_byte\":", record, Figure.FIRST_BYTE);
            member(line, ",\"upstream_status\":", record, Figure.UPSTREAM_STATUS);
        }
        line.raw('}');
    }

    private static void member(LineBuffer line, String name, AccessRecord record, Figure figure) {
        line.raw(name);
        line.figure(record, figure, "null");
    }

    private static void member(LineBuffer line, String name, AccessRecord record, Part part) {
        line.raw(name);
        line.json(record, part);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LineFormat format && format.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }

    /** Appends the line, without its line end. */
    void append(AccessRecord record, LogTimestampFormatter time, LineBuffer line) {
        for (int i = 0; i < pieces.size(); i++) {
            pieces.get(i).append(record, time, line);
        }
    }
}
