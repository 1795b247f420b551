package io.gosling.origin;

import io.gosling.http.Headers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a request's header becomes on its way to the origin (RFC 9110, section 7.6), and whether it has been here before
 * (CDN-Loop, RFC 8586). Pure.
 *
 * @param node this node's name, for Via
 * @param tag drawn at the start, so that only what has passed this very node bears it
 * @param settings say which Host is sent
 */
record Passage(String node, String tag, OriginSettings settings) implements Passing {
    /** More proxies of our kind in a row than this are a loop, whoever they are. */
    private static final int MOST_HOPS = 16;

    private static final String LOOP = "CDN-Loop";
    private static final String NAME = "gosling";

    /**
     * Made anew here, or nobody's business behind this server: by these an origin may take a request for another one, about
     * another path, host or method, than the one that was judged and that its answer is kept under.
     */
    static final Set<String> OURS = Set.of(
            "host",
            "expect",
            "content-length",
            "forwarded",
            "front-end-https",
            "x-host",
            "x-http-host-override",
            "x-http-method",
            "x-http-method-override",
            "x-method-override",
            "x-original-host",
            "x-original-url",
            "x-real-ip",
            "x-rewrite-url",
            "x-url-scheme");

    static final String OURS_TOO = "x-forwarded-";

    /** What a proxy that is trusted says of others in {@code Forwarded}; what it says of hosts a client may have written. */
    private static final Pattern ADDRESS = Pattern.compile("(?i)\\s*(for|by)=(\"[^\"\\\\,;]*\"|[^\"\\s,;]*)\\s*");

    /** Whether the request has passed this node before, or too many of its kind. */
    @Override
    public boolean isLoop(Headers request) {
        int hops = 0;
        for (String line : request.all(LOOP)) {
            for (String member : line.split(",")) {
                String hop = member.strip();
                if (hop.equals(ours())) {
                    return true;
                }
                hops += hop.equals(NAME) || hop.startsWith(NAME + ";") ? 1 : 0;
            }
        }
        return hops >= MOST_HOPS;
    }

    private String ours() {
        return NAME + ";node=" + tag;
    }

    @Override
    public Headers of(Headers headers, String client, boolean trusted, boolean secure) {
        List<Headers.Field> fields = new ArrayList<>(headers.size() + 6);
        String host = headers.first("Host");
        String own = settings.address().authority();
        fields.add(new Headers.Field("Host", settings.keepsHost() && host != null ? KeptHost.of(host, secure) : own));
        for (Headers.Field field : headers) {
            // To an origin that hands fields on as variables, as CGI does, both are one.
            String name = field.name().toLowerCase(Locale.ROOT).replace('_', '-');
            if (!OURS.contains(name) && !name.startsWith(OURS_TOO)) {
                fields.add(field);
            }
        }
        String proto = secure ? "https" : "http";
        String clients = after(trusted ? headers.joined("X-Forwarded-For") : null, client);
        String chain = trusted ? addresses(headers.joined("Forwarded")) : null;
        if (!clients.isEmpty()) {
            fields.add(new Headers.Field("X-Forwarded-For", clients));
        }
        fields.add(new Headers.Field("X-Forwarded-Proto", proto));
        fields.add(new Headers.Field("Forwarded", after(chain, "for=" + node(client) + ";proto=" + proto)));
        fields.add(new Headers.Field("Via", "1.1 " + node));
        fields.add(new Headers.Field(LOOP, ours()));
        fields.add(new Headers.Field("Surrogate-Capability", NAME + "=\"Surrogate/1.0\""));
        return Headers.of(fields);
    }

    /** The addresses of a chain, without what else it says; null where there are none. */
    private static @Nullable String addresses(@Nullable String chain) {
        String[] elements = chain == null ? new String[0] : chain.split(",");
        String bare = Arrays.stream(elements)
                .map(element -> Arrays.stream(element.split(";"))
                        .filter(pair -> ADDRESS.matcher(pair).matches())
                        .map(String::strip)
                        .collect(Collectors.joining(";")))
                .filter(element -> !element.isEmpty())
                .collect(Collectors.joining(", "));
        return bare.isEmpty() ? null : bare;
    }

    private static String after(@Nullable String before, String own) {
        return before == null ? own : own.isEmpty() ? before : before + ", " + own;
    }

    /** An address as RFC 7239, section 6, writes it. */
    private static String node(String address) {
        if (address.isEmpty()) {
            return "unknown";
        }
        return address.indexOf(':') < 0 ? address : "\"[" + address + "]\"";
    }
}
