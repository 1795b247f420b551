package io.gosling.gos.purge;

import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name by which operators select an object, or a prefix of names: a URL, or a path that applies to every host.
 *
 * @param host with its port where it has one, in lower case; null for every host
 * @param target path and query, as a request can have them: non-ASCII characters are percent-encoded as UTF-8
 */
public record PurgeUrlPattern(@Nullable String host, String target) {
    private static final String NAME = "[!-~&&[^/?#@]]+";
    private static final Pattern URL = Pattern.compile("(?i:https?)://(" + NAME + ")(/[^#\\s]*)?");
    private static final Pattern HOST = Pattern.compile(NAME);
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final Pattern TARGET = Pattern.compile("/[^#\\s]*");

    /** @throws IllegalArgumentException when it is neither, with the value and what was expected */
    public static PurgeUrlPattern parse(String name) {
        Matcher url = URL.matcher(name);
        if (url.matches()) {
            String target = url.group(2);
            return new PurgeUrlPattern(url.group(1).toLowerCase(Locale.ROOT), target == null ? "/" : encoded(target));
        }
        if (TARGET.matcher(name).matches()) {
            return new PurgeUrlPattern(null, encoded(name));
        }
        throw new IllegalArgumentException("\"" + name
                + "\" names no object; expected a URL such as http://www.example.com/a, or a path such as /a, as it is"
                + " requested: with %20 for a blank, and a host as xn--...; with curl, send it by --data-urlencode"
                + " 'url=...'");
    }

    private static String encoded(String target) {
        StringBuilder encoded = new StringBuilder(target.length());
        for (byte octet : target.getBytes(StandardCharsets.UTF_8)) {
            if (octet > ' ' && octet <= '~') {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(HEX.toHexDigits(octet));
            }
        }
        return encoded.toString();
    }

    /**
     * The name of a host, with its port where it has one, in lower case.
     *
     * @throws IllegalArgumentException when it is none, with the value and what was expected
     */
    public static String host(String name) {
        if (!HOST.matcher(name).matches()) {
            throw new IllegalArgumentException("host \"" + name
                    + "\" cannot be purged; expected a name such as www.example.com, with :PORT if need be, and xn--..."
                    + " for what is not ASCII");
        }
        return name.toLowerCase(Locale.ROOT);
    }

    /** The target of one object, under which it is held: a question mark with nothing behind it makes no other. */
    public String object() {
        return target.indexOf('?') == target.length() - 1 ? path() : target;
    }

    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** @throws IllegalArgumentException when a name in a purge cannot be read */
    public static void require(PurgeRequest purge) {
        for (PurgeSelector selector : purge.selectors()) {
            switch (selector) {
                case PurgeSelector.Url url -> parse(url.name());
                case PurgeSelector.Prefix prefix -> parse(prefix.name());
                case PurgeSelector.Host host -> host(host.name());
                case PurgeSelector.Tag tag -> {}
            }
        }
    }
}
