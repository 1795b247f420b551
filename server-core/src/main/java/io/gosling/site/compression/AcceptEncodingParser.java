package io.gosling.site.compression;

/** Reads Accept-Encoding in place (RFC 9110, section 12.5.3). Pure; allocates nothing, for use by event loops. */
final class AcceptEncodingParser {
    private static final int MOST_DECIMALS = 3;

    private AcceptEncodingParser() {}

    /**
     * The weight of a coding in thousandths: that of the first element with its name.
     *
     * @param token in lower case
     * @param otherwise the result if no element names it
     * @return 0 where the weight is malformed, too
     */
    static int weight(String field, String token, int otherwise) {
        int from = 0;
        while (from < field.length()) {
            int comma = field.indexOf(',', from);
            int end = comma < 0 ? field.length() : comma;
            int start = skip(field, from, end);
            if (field.regionMatches(true, start, token, 0, token.length()) && start + token.length() <= end) {
                int next = skip(field, start + token.length(), end);
                if (next == end) {
                    return 1000;
                }
                if (field.charAt(next) == ';') {
                    return quality(field, skip(field, next + 1, end), end);
                }
            }
            from = end + 1;
        }
        return otherwise;
    }

    /** Of {@code q=0.5}; 0 where it is malformed. */
    private static int quality(String field, int from, int to) {
        int end = to;
        while (end > from && isBlank(field.charAt(end - 1))) {
            end--;
        }
        if (end - from < 3 || !field.regionMatches(true, from, "q=", 0, 2)) {
            return 0;
        }
        char whole = field.charAt(from + 2);
        int point = from + 3;
        boolean decimals = point == end || (field.charAt(point) == '.' && end - point - 1 <= MOST_DECIMALS);
        if ((whole != '0' && whole != '1') || !decimals) {
            return 0;
        }
        int thousandths = (whole - '0') * 1000;
        int unit = 100;
        for (int i = point + 1; i < end; i++, unit /= 10) {
            int digit = field.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return 0;
            }
            thousandths += digit * unit;
        }
        return thousandths <= 1000 ? thousandths : 0;
    }

    private static int skip(String field, int from, int end) {
        int at = from;
        while (at < end && isBlank(field.charAt(at))) {
            at++;
        }
        return at;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
