package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.http.HostNameNormalizer;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rules that confine requests to back-end pools: the first rule that matches applies; a request that matches none may
 * be served by any back-end. Immutable; a lookup allocates nothing.
 */
public final class BackendPoolRules {
    /** No rules: every back-end serves everything. */
    public static final BackendPoolRules NONE = new BackendPoolRules(List.of());

    static final int MOST_RULES = 1000;
    static final int MOST_LABELS = 64;

    /**
     * One rule. Conditions that are null match every request.
     *
     * @param host in small letters, without a port and a dot at its end; with a dot first it stands for all names that
     *     end so
     * @param path a path and all below it
     * @param field the name of a header, which must have exactly this value
     */
    public record Rule(
            @Nullable String host,
            @Nullable String path,
            @Nullable String field,
            @Nullable String value,
            String label) {
        private static final Pattern FORM = Pattern.compile("(?:host:(\\*?[A-Za-z0-9._\\[\\]:-]+)(/[!-~]*)?"
                + "|path:(/[!-~]*)|header:([A-Za-z0-9!#$%&'*+.^_`|~-]+):([!-~][ -~]*))=(" + Backend.LABEL + ")");

        /**
         * From {@code host:NAME=LABEL}, {@code host:*.NAME=LABEL}, {@code host:NAME/PATH=LABEL},
         * {@code path:/PATH=LABEL} or {@code header:FIELD:VALUE=LABEL}.
         *
         * @throws IllegalArgumentException for anything else
         */
        public static Rule parse(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new IllegalArgumentException("rule \"" + text + "\" is not known; expected host:NAME=LABEL,"
                        + " host:*.NAME=LABEL, host:NAME/PATH=LABEL, path:/PATH=LABEL or header:FIELD:VALUE=LABEL");
            }
            String host = form.group(1);
            String path = form.group(2) == null ? form.group(3) : form.group(2);
            if (host != null) {
                host = host(text, host);
            }
            return new Rule(host, path, form.group(4), form.group(5), form.group(6));
        }

        private static String host(String text, String written) {
            if (written.lastIndexOf(':') > written.lastIndexOf(']')) {
                throw new IllegalArgumentException("rule \"" + text
                        + "\" has a port; expected a host alone, such as img.example.org or [::1], which stands"
                        + " for any port");
            }
            if (written.startsWith("*") && !written.startsWith("*.")) {
                throw new IllegalArgumentException(
                        "rule \"" + text + "\" would fit nothing; expected a dot behind *, as in *.example.org");
            }
            String host = HostNameNormalizer.canonical(written.startsWith("*") ? written.substring(1) : written);
            if (host.isEmpty() || host.equals(".")) {
                throw new IllegalArgumentException(
                        "rule \"" + text + "\" has no host; expected one such as *.example.org");
            }
            return host;
        }

        /** As {@link #parse} reads it. */
        @Override
        public String toString() {
            String below = path == null ? "" : path;
            String condition = field != null
                    ? "header:" + field + ":" + value
                    : host == null ? "path:" + below : "host:" + (host.startsWith(".") ? "*" : "") + host + below;
            return condition + "=" + label;
        }

        /** @param authority the request's host, as it stands there */
        boolean fits(HttpRequest request, @Nullable String authority) {
            return (host == null || isHost(host, authority))
                    && (path == null || isBelow(path, request.uri()))
                    && (field == null
                            || value == null
                            || value.equals(request.headers().get(field)));
        }

        private static boolean isHost(String wanted, @Nullable String authority) {
            if (authority == null) {
                return false;
            }
            int colon = authority.lastIndexOf(':');
            int length = colon > authority.lastIndexOf(']') ? colon : authority.length();
            length -= length > 0 && authority.charAt(length - 1) == '.' ? 1 : 0;
            int from = wanted.charAt(0) == '.' ? length - wanted.length() : 0;
            return from >= 0
                    && length - from == wanted.length()
                    && authority.regionMatches(true, from, wanted, 0, wanted.length());
        }

        /** Whole path segments: below /a are /a, /a/b and /a?c, and not /ab. */
        private static boolean isBelow(String path, String uri) {
            if (!uri.startsWith(path)) {
                return false;
            }
            if (uri.length() == path.length() || path.endsWith("/")) {
                return true;
            }
            char next = uri.charAt(path.length());
            return next == '/' || next == '?';
        }
    }

    private final Rule[] rules;
    private final List<String> labels;

    /**
     * Creates rules in their order, at most {@value #MOST_RULES} of at most {@value #MOST_LABELS} labels.
     *
     * @throws IllegalArgumentException when there are more
     */
    public BackendPoolRules(List<Rule> rules) {
        this.rules = rules.toArray(Rule[]::new);
        this.labels = rules.stream().map(Rule::label).distinct().toList();
        if (rules.size() > MOST_RULES || labels.size() > MOST_LABELS) {
            throw new IllegalArgumentException("there are " + rules.size() + " rules of " + labels.size()
                    + " labels; expected at most " + MOST_RULES + " of at most " + MOST_LABELS);
        }
    }

    /** The labels that rules name, each once, in the order of the rules. */
    public List<String> labels() {
        return labels;
    }

    /** The label of the back-end pool that a request is confined to; null for none. */
    public @Nullable String poolOf(HttpRequest request) {
        Rule rule = matching(request);
        return rule == null ? null : rule.label();
    }

    /** The rule that applies to a request; null for none. */
    public @Nullable Rule matching(HttpRequest request) {
        String host = rules.length == 0 ? null : request.headers().get(HttpHeaderNames.HOST);
        for (Rule rule : rules) {
            if (rule.fits(request, host)) {
                return rule;
            }
        }
        return null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BackendPoolRules same && Arrays.equals(rules, same.rules);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(rules);
    }

    @Override
    public String toString() {
        return Arrays.toString(rules);
    }
}
