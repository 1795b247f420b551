package io.gosling.origin.upstream;

import io.gosling.http.ForwardedHeaderParser;
import io.gosling.http.Headers;
import io.gosling.netty.http1.ForwardingHeaderNames;
import io.gosling.netty.http1.HeaderNameMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Builds the header of a request that is forwarded to the origin (RFC 9110, section 7.6), and detects requests that
 * have been here before (CDN-Loop, RFC 8586). Pure.
 *
 * @param tag chosen at random at the start, so that only requests that have passed this very node carry it
 * @param settings determine which Host is sent
 */
public record OriginRequestHeaderBuilder(String node, String tag, OriginSettings settings)
        implements UpstreamRequestHeaderBuilder {
    /** More Gosling proxies in a row are a loop. */
    private static final int MOST_HOPS = 16;

    private static final String LOOP = "CDN-Loop";
    private static final String NAME = "gosling";

    /** Headers that would change the method of a request that the cache may answer. */
    static final List<String> METHODS = List.of("x-http-method", "x-http-method-override", "x-method-override");

    /** Headers that are set here. */
    private static final List<String> OURS = List.of("host", "expect", "content-length");

    @Override
    public boolean isLoop(Headers request) {
        List<String> hops = request.all(LOOP).stream()
                .flatMap(line -> Stream.of(line.split(",")))
                .map(String::strip)
                .filter(hop -> hop.equals(NAME) || hop.startsWith(NAME + ";"))
                .toList();
        return hops.contains(ours()) || hops.size() >= MOST_HOPS;
    }

    private String ours() {
        return NAME + ";node=" + tag;
    }

    @Override
    public Headers of(Headers headers, String client, boolean trusted, boolean secure, boolean mayBeStored) {
        List<Headers.Field> fields = new ArrayList<>(headers.size() + 8);
        String host = headers.first("Host");
        String asked = host == null ? null : HostHeaderNormalizer.of(host, secure);
        String own = settings.address().authority();
        fields.add(new Headers.Field("Host", settings.keepsHost() && asked != null ? asked : own));
        for (Headers.Field field : headers) {
            String name = field.name();
            if (!staysHere(name) || (!mayBeStored && HeaderNameMatcher.isOneOf(name, METHODS))) {
                fields.add(field);
            }
        }
        String proto = secure ? "https" : "http";
        String named = mayBeStored && !settings.keepsHost() ? null : hostOf(headers, asked, trusted && !mayBeStored);
        boolean told = !mayBeStored || settings.get(OriginSettings.CLIENT_ADDRESS);
        String clients = told ? after(trusted ? headers.joined("X-Forwarded-For") : null, client) : "";
        if (!clients.isEmpty()) {
            fields.add(new Headers.Field("X-Forwarded-For", clients));
        }
        if (named != null) {
            fields.add(new Headers.Field("X-Forwarded-Host", named));
        }
        fields.add(new Headers.Field("X-Forwarded-Proto", proto));
        String element = (told ? "for=" + node(client) + ";" : "")
                + (named == null ? "" : "host=" + quoted(named) + ";")
                + "proto=" + proto;
        fields.add(new Headers.Field(
                "Forwarded", after(told && trusted ? addresses(headers.joined("Forwarded")) : null, element)));
        fields.add(new Headers.Field("Via", "1.1 " + node));
        fields.add(new Headers.Field(LOOP, ours()));
        fields.add(new Headers.Field("Surrogate-Capability", NAME + "=\"Surrogate/1.0\""));
        return Headers.of(fields);
    }

    /** The host that the client asked for, as a trusted proxy tells or as its own request does. */
    private static @Nullable String hostOf(Headers headers, @Nullable String asked, boolean trusted) {
        String told = trusted ? headers.first("X-Forwarded-Host") : null;
        return told == null ? asked : told;
    }

    /** Returns true for client headers that could change the client, path, host or method after they were judged. */
    static boolean staysHere(String name) {
        return HeaderNameMatcher.isOneOf(name, OURS)
                || HeaderNameMatcher.isOneOf(name, METHODS)
                || ForwardingHeaderNames.include(name);
    }

    /** The clients in {@code Forwarded} of a trusted proxy, whose other values a client may have written. */
    private static @Nullable String addresses(@Nullable String chain) {
        String bare = ForwardedHeaderParser.nodes(chain).stream()
                .filter(node -> !node.isEmpty())
                .map(node -> "for=" + node)
                .collect(Collectors.joining(", "));
        return bare.isEmpty() ? null : bare;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
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
