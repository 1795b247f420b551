package io.gosling.replication.graph;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Finds the addresses in CSS: {@code url(...)}, quoted or not, the string of an {@code @import}, and those of an
 * {@code image-set(...)}. Comments and other strings are passed over. {@link CssEscapeDecoder} resolves escapes in
 * addresses. Reads each character once.
 */
final class CssLinkScanner {
    /** Properties whose addresses CSS fetches with CORS; the use of custom properties is unknown. */
    private static final Pattern WITH_CORS =
            Pattern.compile("(-webkit-)?(mask|clip-path|filter|backdrop-filter)|shape-outside|fill|stroke|marker|--");

    private static final Set<String> IMAGE_SETS = Set.of("image-set", "-webkit-image-set");

    /** Markers that hide a style from old browsers or XML. */
    private static final List<String> WRAPPINGS = List.of("<!--", "-->", "<![CDATA[", "]]>");

    /** A byte order mark in UTF-8, one character a byte. */
    private static final String MARK = "\u00EF\u00BB\u00BF";

    private final String css;
    private final List<Address> found = new ArrayList<>();
    private int at;
    /** The first word of the declaration, rule or at-rule that is being read; empty before it. */
    private String statement = "";

    private boolean fontFace;
    /** Number of open parentheses in the statement. */
    private int depth;
    /** The depth at which the strings of an image-set stand; 0 outside of any. */
    private int imageSet;

    record Address(TextRange where, RequestDestination destination, Set<LinkCaution> cautions) {}

    private CssLinkScanner(String css) {
        this.css = css;
    }

    static List<Address> addresses(String css) {
        CssLinkScanner sheet = new CssLinkScanner(css);
        sheet.scan();
        return sheet.found;
    }

    private void scan() {
        at = css.startsWith(MARK) ? MARK.length() : 0;
        skipBlank();
        while (at < css.length()) {
            token();
            skipBlank();
        }
    }

    private void token() {
        char c = css.charAt(at);
        if (c == '{' || c == '}' || c == ';') {
            end(c);
        } else if (isQuote()) {
            quoted();
        } else if (c == '@' || isName()) {
            word();
        } else {
            begin(Character.toString(c));
            depth += c == '(' ? 1 : 0;
            if (c == ')') {
                close();
            }
            at++;
        }
    }

    private void begin(String first) {
        if (statement.isEmpty()) {
            statement = first;
        }
    }

    private void end(char with) {
        fontFace = with == '{' ? statement.equals("@font-face") : with == ';' && fontFace;
        statement = "";
        depth = 0;
        imageSet = 0;
        at++;
    }

    private void close() {
        if (depth == imageSet) {
            imageSet = 0;
        }
        depth = Math.max(0, depth - 1);
    }

    private void quoted() {
        begin("\"");
        boolean address = imageSet > 0 && depth == imageSet;
        TextRange content = string();
        if (address) {
            keep(content);
        }
    }

    /** A name, a function or an at-rule. */
    private void word() {
        int start = at;
        boolean rule = css.charAt(at) == '@';
        at += rule ? 1 : 0;
        while (at < css.length() && isName()) {
            at += CssEscapeDecoder.length(css, at);
        }
        boolean function = at < css.length() && css.charAt(at) == '(';
        if (!rule && !function && !statement.isEmpty()) {
            return;
        }
        String word = CssEscapeDecoder.resolved(css.substring(start, at)).toLowerCase(Locale.ROOT);
        begin(word);
        if (function) {
            arguments(word);
        } else if (word.equals("@import")) {
            skipBlank();
            if (isQuote()) {
                keep(string());
            }
        }
    }

    private void arguments(String function) {
        at++;
        depth++;
        if (function.equals("url")) {
            address();
        } else if (IMAGE_SETS.contains(function)) {
            imageSet = depth;
        }
    }

    private void address() {
        skipSpace();
        if (isQuote()) {
            keep(string());
            return;
        }
        int start = at;
        while (at < css.length() && css.charAt(at) != ')') {
            at += CssEscapeDecoder.length(css, at);
        }
        keep(new TextRange(start, at));
    }

    private TextRange string() {
        char quote = css.charAt(at);
        at++;
        int start = at;
        while (at < css.length() && css.charAt(at) != quote && !CssEscapeDecoder.isLineBreak(css.charAt(at))) {
            at += CssEscapeDecoder.length(css, at);
        }
        TextRange content = new TextRange(start, at);
        at = Math.min(at + 1, css.length());
        return content;
    }

    private void keep(TextRange written) {
        TextRange trimmed = written.trimmed(css);
        // White space at the end may be what a backslash escapes.
        TextRange address = css.startsWith("\\", trimmed.end() - 1) ? written : trimmed;
        if (!address.isEmpty()) {
            found.add(use(address));
        }
    }

    private Address use(TextRange address) {
        if (statement.equals("@import")) {
            return new Address(address, RequestDestination.STYLE, Set.of());
        }
        if (fontFace) {
            return new Address(address, RequestDestination.FONT, Set.of(LinkCaution.FONT));
        }
        boolean withCors = WITH_CORS.matcher(statement).lookingAt();
        return new Address(
                address,
                RequestDestination.IMAGE,
                withCors ? EnumSet.of(LinkCaution.CORS) : EnumSet.noneOf(LinkCaution.class));
    }

    private boolean isQuote() {
        return at < css.length() && (css.charAt(at) == '"' || css.charAt(at) == '\'');
    }

    /** True if a character of a name stands here, as in {@code curl(}. */
    private boolean isName() {
        char c = css.charAt(at);
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '-'
                || c == '_'
                || c >= 0x80
                || CssEscapeDecoder.begins(css, at);
    }

    private void skipBlank() {
        int blank = blank();
        while (blank > 0) {
            at += blank;
            blank = blank();
        }
    }

    /** Length of the white space, comment or wrapping here; 0 for none. */
    private int blank() {
        if (at == css.length()) {
            return 0;
        }
        if (TextRange.isSpace(css.charAt(at))) {
            return 1;
        }
        if (css.startsWith("/*", at)) {
            int close = css.indexOf("*/", at + 2);
            return (close < 0 ? css.length() : close + 2) - at;
        }
        for (String wrapping : WRAPPINGS) {
            if (css.startsWith(wrapping, at)) {
                return wrapping.length();
            }
        }
        return 0;
    }

    private void skipSpace() {
        while (at < css.length() && TextRange.isSpace(css.charAt(at))) {
            at++;
        }
    }
}
