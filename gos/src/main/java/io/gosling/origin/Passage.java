package io.gosling.origin;

import io.gosling.http.Headers;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a request's header becomes on its way to the origin (RFC 9110, section 7.6), and whether it has been here before
 * (CDN-Loop, RFC 8586). Pure.
 *
 * @param node this node's name, for Via
 * @param tag drawn at the start, so that only what has passed this very node bears it
 * @param settings say which Host is sent
 */
record Passage(String node, String tag, OriginSettings settings) {
    /** More proxies of our kind in a row than this are a loop, whoever they are. */
    private static final int MOST_HOPS = 16;

    private static final String LOOP = "CDN-Loop";
    private static final String NAME = "gosling";

    /** Made anew here, or nobody's business behind this server. Whoever is not trusted says nothing about itself. */
    private static final Set<String> OURS = Set.of(
            "host",
            "expect",
            "content-length",
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-proto",
            "x-forwarded-host",
            "x-forwarded-port",
            "x-forwarded-server",
            "x-real-ip");

    /** Whether the request has passed this node before, or too many of its kind. */
    boolean isLoop(Headers request) {
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

    /**
     * The header that goes out.
     *
     * @param headers the client's, without those of its connection
     * @param client the other end of that; empty when it has no address
     * @param trusted whether it is a proxy whose word about the client is taken
     * @param secure whether the request came over TLS, as far as is known
     */
    Headers of(Headers headers, String client, boolean trusted, boolean secure) {
        List<Headers.Field> fields = new ArrayList<>(headers.size() + 6);
        String host = headers.first("Host");
        String own = settings.address().authority();
        fields.add(new Headers.Field("Host", settings.keepsHost() && host != null ? host : own));
        for (Headers.Field field : headers) {
            if (!OURS.contains(field.name().toLowerCase(Locale.ROOT))) {
                fields.add(field);
            }
        }
        String proto = secure ? "https" : "http";
        String clients = after(trusted ? headers.joined("X-Forwarded-For") : null, client);
        String chain = trusted ? headers.joined("Forwarded") : null;
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
