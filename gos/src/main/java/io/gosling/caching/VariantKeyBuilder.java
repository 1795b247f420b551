package io.gosling.caching;

import io.gosling.http.Headers;
import io.gosling.wire.SecureHashes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Selects one of the responses of a URL for a request, where they vary by headers of the request (RFC 9111, section
 * 4.1). Pure.
 */
public final class VariantKeyBuilder {
    private static final int KEY_BYTES = 16;

    private VariantKeyBuilder() {}

    /** The names in a response's Vary, in lower case and alphabetical order; a star among them matches no request. */
    public static List<String> namesOf(Headers response) {
        return HeaderListParser.lowerCase(response.all("Vary")).stream()
                .distinct()
                .sorted()
                .toList();
    }

    /** The key of a request among those that a response varies by; empty where it does not vary. */
    public static String of(Headers response, Headers request) {
        List<String> names = namesOf(response);
        return names.isEmpty() ? "" : key(names, request);
    }

    /** A short text that is equal for requests whose headers of these names are equivalent. */
    public static String key(List<String> names, Headers request) {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            List<String> lines = request.all(name);
            text.append(name)
                    .append(lines.isEmpty() ? "!" : ":")
                    .append(normalised(name, lines))
                    .append('\n');
        }
        return digest(text.toString());
    }

    static String digest(String text) {
        byte[] digest = SecureHashes.sha256().digest(text.getBytes(StandardCharsets.ISO_8859_1));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, KEY_BYTES));
    }

    /** Lines are joined and blanks left out; the order of codings means nothing, nor does their case. */
    private static String normalised(String name, List<String> lines) {
        List<String> members = HeaderListParser.members(lines);
        if (name.equals("accept-encoding")) {
            return members.stream()
                    .map(member -> member.toLowerCase(Locale.ROOT).replace(" ", ""))
                    .sorted()
                    .collect(Collectors.joining(","));
        }
        return String.join(",", members);
    }
}
