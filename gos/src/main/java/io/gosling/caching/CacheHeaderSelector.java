package io.gosling.caching;

import io.gosling.http.Headers;
import io.gosling.http.HopByHopHeaders;
import io.gosling.http.HttpDateFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Selects the headers of a message that are forwarded, stored, updated by a 304, and sent with a 304. Pure. */
public final class CacheHeaderSelector {
    private static final Set<String> OF_ONE_HOP = HopByHopHeaders.with(
            HopByHopHeaders.NOT_FORWARDED, "proxy-authenticate", "proxy-authorization", "proxy-authentication-info");

    /** Headers about the body, which a 304 does not carry and so does not update (RFC 9111, section 3.2). */
    private static final Set<String> OF_THE_BODY =
            Set.of("content-length", "content-encoding", "content-range", "content-md5", "etag");

    private CacheHeaderSelector() {}

    /** The headers that go on to the next hop: those of this connection, and those it names, stay here. */
    public static Headers passedOn(Headers message) {
        Set<String> dropped = new TreeSet<>(OF_ONE_HOP);
        dropped.addAll(HeaderListParser.lowerCase(message.all("Connection")));
        return selected(message, name -> !dropped.contains(name));
    }

    /**
     * The headers that are forwarded with a response that is not stored: 426 names the protocol to upgrade to (RFC
     * 9110, section 15.5.22).
     */
    public static Headers passedOn(int status, Headers response) {
        String upgrade = status == StoringRules.UPGRADE_REQUIRED ? response.joined("Upgrade") : null;
        return upgrade == null ? passedOn(response) : passedOn(response).plus("Upgrade", upgrade);
    }

    /** The stored headers of a response: without Age, always with Date. */
    static Headers of(Headers response, CacheControlDirectives directives, Instant received) {
        Set<String> dropped = new TreeSet<>(Set.of("age", "content-length"));
        dropped.addAll(directives.fieldNames("no-cache"));
        dropped.addAll(directives.fieldNames("private"));
        Headers stored = selected(passedOn(response), name -> !dropped.contains(name));
        return stored.contains("Date") ? stored : stored.with("Date", HttpDateFormat.format(received));
    }

    static Headers updated(Headers stored, Headers fresh) {
        Headers update = selected(passedOn(fresh), name -> !OF_THE_BODY.contains(name));
        Set<String> replaced = new TreeSet<>();
        update.forEach(field -> replaced.add(field.name().toLowerCase(Locale.ROOT)));
        List<Headers.Field> fields = new ArrayList<>();
        selected(stored, name -> !replaced.contains(name)).forEach(fields::add);
        update.forEach(fields::add);
        return Headers.of(fields);
    }

    /** The headers of a 304 made of a stored response: nothing about the body's form (RFC 9110, section 15.4.5). */
    public static Headers ofNotModified(Headers stored) {
        return selected(
                stored,
                name -> !name.startsWith("content-")
                        || name.equals("content-location")
                        || name.startsWith("content-security"));
    }

    /** The headers whose names, in lower case, are wanted. */
    public static Headers selected(Headers message, Predicate<String> wanted) {
        List<Headers.Field> fields = new ArrayList<>(message.size());
        for (Headers.Field field : message) {
            if (wanted.test(field.name().toLowerCase(Locale.ROOT))) {
                fields.add(field);
            }
        }
        return Headers.of(fields);
    }
}
