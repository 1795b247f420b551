package io.gosling.structured;

import io.gosling.structured.StructuredMember.DisplayString;
import io.gosling.structured.StructuredMember.Token;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Parses the value of a structured field strictly, by RFC 9651, section 4.2. Pure. */
public final class StructuredFieldParser {
    private static final Pattern KEY = Pattern.compile("[a-z*][a-z0-9_.*-]*");
    private static final Pattern NUMBER =
            Pattern.compile("-?(?:[0-9]{1,15}(?![0-9.])|[0-9]{1,12}\\.[0-9]{1,3}(?![0-9]))");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*");
    private static final Pattern PLAIN = Pattern.compile("[ !#-\\[\\]-~]*+");
    private static final Pattern BYTES = Pattern.compile(":([A-Za-z0-9+/]*={0,2}):");
    private static final Pattern BOOLEAN = Pattern.compile("\\?[01]");
    private static final Pattern DISPLAY = Pattern.compile("%\"([ -!#-~]*)\"");

    private final String text;
    private int at;

    private StructuredFieldParser(String text) {
        this.text = text;
    }

    /** Parses a dictionary, which may be empty; null when it is malformed. */
    public static @Nullable Map<String, StructuredMember> dictionary(List<String> lines) {
        return parse(lines, StructuredFieldParser::dictionary);
    }

    /** Parses a list, which may be empty; null when it is malformed. */
    public static @Nullable List<StructuredMember> list(List<String> lines) {
        return parse(lines, StructuredFieldParser::list);
    }

    /** Parses a single item; null when it is malformed or absent. */
    public static @Nullable StructuredMember item(List<String> lines) {
        return parse(lines, StructuredFieldParser::item);
    }

    private static <T> @Nullable T parse(List<String> lines, Function<StructuredFieldParser, T> type) {
        StructuredFieldParser field = new StructuredFieldParser(String.join(", ", lines));
        try {
            field.skip(" ");
            T value = type.apply(field);
            field.skip(" ");
            return field.isOver() ? value : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private Map<String, StructuredMember> dictionary() {
        Map<String, StructuredMember> members = new LinkedHashMap<>();
        for (boolean more = !isOver(); more; more = hasNext()) {
            String key = required(KEY);
            members.put(key, takes('=') ? member() : new StructuredMember(true, parameters()));
        }
        return members;
    }

    private List<StructuredMember> list() {
        List<StructuredMember> members = new ArrayList<>();
        for (boolean more = !isOver(); more; more = hasNext()) {
            members.add(member());
        }
        return members;
    }

    /** Reads a comma, behind which another member must follow; false at the end. */
    private boolean hasNext() {
        skip(" \t");
        boolean more = takes(',');
        skip(" \t");
        require(more != isOver());
        return more;
    }

    private StructuredMember member() {
        if (!takes('(')) {
            return item();
        }
        List<StructuredMember> inner = new ArrayList<>();
        for (skip(" "); !takes(')'); skip(" ")) {
            inner.add(item());
            require(" )".indexOf(next()) >= 0);
        }
        return new StructuredMember(List.copyOf(inner), parameters());
    }

    private StructuredMember item() {
        return new StructuredMember(bare(), parameters());
    }

    private Map<String, Object> parameters() {
        Map<String, Object> parameters = new LinkedHashMap<>();
        while (takes(';')) {
            skip(" ");
            String key = required(KEY);
            parameters.put(key, takes('=') ? bare() : true);
        }
        return parameters;
    }

    private Object bare() {
        return switch (next()) {
            case '"' -> string();
            case ':' ->
                ByteBuffer.wrap(Base64.getDecoder().decode(required(BYTES).replace(":", "")));
            case '?' -> required(BOOLEAN).equals("?1");
            case '%' -> displayString(required(DISPLAY));
            case '@' -> {
                at++;
                yield Instant.ofEpochSecond(Long.parseLong(required(NUMBER)));
            }
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> {
                String number = required(NUMBER);
                yield number.indexOf('.') < 0 ? (Object) Long.valueOf(number) : new BigDecimal(number);
            }
            default -> new Token(required(TOKEN));
        };
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        at++;
        for (string.append(required(PLAIN)); !takes('"'); string.append(required(PLAIN))) {
            require(takes('\\') && (next() == '"' || next() == '\\'));
            string.append(text.charAt(at++));
        }
        return string.toString();
    }

    private static DisplayString displayString(String quoted) {
        byte[] bytes = quoted.substring(2, quoted.length() - 1).getBytes(StandardCharsets.US_ASCII);
        ByteBuffer decoded = ByteBuffer.allocate(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '%') {
                require(i + 2 < bytes.length);
                decoded.put((byte) (hex(bytes[++i]) << 4 | hex(bytes[++i])));
            } else {
                decoded.put(bytes[i]);
            }
        }
        try {
            return new DisplayString(
                    StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString());
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static int hex(byte digit) {
        int value = "0123456789abcdef".indexOf(digit);
        require(value >= 0);
        return value;
    }

    private String required(Pattern pattern) {
        Matcher matcher = pattern.matcher(text).region(at, text.length());
        require(matcher.lookingAt());
        at = matcher.end();
        return matcher.group();
    }

    private boolean isOver() {
        return at == text.length();
    }

    /** Returns the next character; a NUL, which no field has, behind the end. */
    private char next() {
        return isOver() ? 0 : text.charAt(at);
    }

    private boolean takes(char expected) {
        boolean there = next() == expected;
        at += there ? 1 : 0;
        return there;
    }

    private void skip(String blanks) {
        while (blanks.indexOf(next()) >= 0) {
            at++;
        }
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException("malformed");
        }
    }
}
