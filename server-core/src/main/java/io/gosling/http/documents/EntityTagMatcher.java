package io.gosling.http.documents;

/** Searches a list of entity tags for the document's own (RFC 9110, sections 8.8.3 and 13.1). Pure. */
final class EntityTagMatcher {
    private static final String WEAK = "W/";

    private EntityTagMatcher() {}

    /** Strong comparison: a weak tag never matches. */
    static boolean holdsStrong(String list, String etag) {
        return holds(list, etag.startsWith(WEAK) ? "" : etag, false);
    }

    /** Weak comparison: {@code W/} is disregarded. */
    static boolean holdsWeak(String list, String etag) {
        return holds(list, etag.startsWith(WEAK) ? etag.substring(WEAK.length()) : etag, true);
    }

    private static boolean holds(String list, String etag, boolean weak) {
        if (list.strip().equals("*")) {
            return true;
        }
        int at = 0;
        while (true) {
            at = skipSeparators(list, at);
            boolean isWeak = list.startsWith(WEAK, at);
            int open = isWeak ? at + 2 : at;
            if (open >= list.length() || list.charAt(open) != '"') {
                return false;
            }
            int close = list.indexOf('"', open + 1);
            if (close < 0) {
                return false;
            }
            int length = close + 1 - open;
            if ((weak || !isWeak) && length == etag.length() && list.startsWith(etag, open)) {
                return true;
            }
            at = close + 1;
        }
    }

    private static int skipSeparators(String list, int from) {
        int at = from;
        while (at < list.length() && (list.charAt(at) == ' ' || list.charAt(at) == '\t' || list.charAt(at) == ',')) {
            at++;
        }
        return at;
    }
}
