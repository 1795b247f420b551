package io.gosling.origin.upstream;

import io.gosling.http.Headers;
import io.gosling.netty.http1.ForwardedHeaders;
import io.gosling.netty.http1.HeaderNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Builds the header of a request that is forwarded to the origin (RFC 9110, section 7.6), and detects requests that
 * have been here before (CDN-Loop, RFC 8586). Pure.
 *
 * @param tag chosen at random at the start, so that only requests that have passed this very node carry it
 * @param settings determine which Host is sent
 */
public record OriginForwardedHeaderBuilder(String node, String tag, OriginSettings settings)
        implements ForwardedHeaderBuilder {
    /** More Gosling proxies in a row are a loop. */
    private static final int MOST_HOPS = 16;

    private static final String LOOP = "CDN-Loop";
    private static final String NAME = "gosling";

    /** Headers that are set here, or that would change the meaning of a request after the rules have judged it. */
    private static final List<String> OURS =
            List.of("host", "expect", "content-length", "x-http-method", "x-http-method-override", "x-method-override");

    /** The addresses in {@code Forwarded} of a trusted proxy; its host values may have been written by a client. */
    private static final Pattern ADDRESS = Pattern.compile("(?i)\\s*(for|by)=(\"[^\"\\\\,;]*\"|[^\"\\s,;]*)\\s*");

    /** Returns true if the request has passed this node before, or too many of its kind. */
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
        fields.add(new Headers.Field(
                "Host", settings.keepsHost() && host != null ? NormalizedHost.of(host, secure) : own));
        for (Headers.Field field : headers) {
            if (!staysHere(field.name())) {
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

    /** Returns true for client headers that could change the client, path, host or method after they were judged. */
    static boolean staysHere(String name) {
        return HeaderNames.isOneOf(name, OURS) || ForwardedHeaders.include(name);
    }

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

    private static String node(String address) {
        if (address.isEmpty()) {
            return "unknown";
        }
        return address.indexOf(':') < 0 ? address : "\"[" + address + "]\"";
    }
}
