package io.gosling.http;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A cookie for a client to keep (RFC 6265, and the prefixes and SameSite of its successor). A cookie made with {@link
 * #of} goes to the whole site, cannot be read by scripts, is sent with links but not with forms of other sites, and
 * ends with the browser's session.
 *
 * @param path of the URLs that it is sent to
 * @param domain the domain whose subdomains get it too; null for this host alone
 * @param maxAge lifetime, to the second; null until the browser is closed, zero to delete it
 * @param secure true if it is sent over TLS alone
 * @param httpOnly true if it is hidden from scripts
 */
public record Cookie(
        String name,
        String value,
        String path,
        @Nullable String domain,
        @Nullable Duration maxAge,
        boolean secure,
        boolean httpOnly,
        SameSite sameSite) {

    /** The SameSite attribute: the cross-site requests that the cookie is sent with. */
    public enum SameSite {
        /** No cross-site request. */
        STRICT,
        /** Cross-site requests that follow a link. */
        LAX,
        /** All cross-site requests; browsers require a secure cookie then. */
        NONE
    }

    /** @throws IllegalArgumentException when a part cannot be written, or a browser would refuse the whole */
    public Cookie {
        if (!HeaderSyntax.isToken(name)) {
            throw new IllegalArgumentException("cookie name '" + name + "' must be letters, digits and marks");
        }
        // cookie-octet (RFC 6265, section 4.1.1)
        if (!value.chars().allMatch(c -> c > 0x20 && c < 0x7f && c != '"' && c != ',' && c != ';' && c != '\\')) {
            throw new IllegalArgumentException("the value of cookie " + name
                    + " must be visible ASCII without spaces, quotes, commas, semicolons and backslashes;"
                    + " encode it, such as in base64url");
        }
        requireAttribute(name, "path", path);
        requireAttribute(name, "domain", domain == null ? "" : domain);
        String lower = name.toLowerCase(Locale.ROOT);
        boolean hostOnly = path.equals("/") && domain == null;
        if (sameSite == SameSite.NONE && !secure) {
            throw new IllegalArgumentException("cookie " + name + " with SameSite=None must be secure");
        }
        if ((lower.startsWith("__secure-") && !secure) || (lower.startsWith("__host-") && !(secure && hostOnly))) {
            throw new IllegalArgumentException("cookie " + name + ": __Secure- must be secure;"
                    + " __Host- must be secure, of the path / and without a domain");
        }
    }

    /** Creates a cookie for the whole site, as described above. */
    public static Cookie of(String name, String value) {
        return new Cookie(name, value, "/", null, null, false, true, SameSite.LAX);
    }

    public Cookie withValue(String other) {
        return new Cookie(name, other, path, domain, maxAge, secure, httpOnly, sameSite);
    }

    /** Returns a cookie that makes the client delete the one of the same name, path and domain. */
    public Cookie forgotten() {
        return new Cookie(name, "", path, domain, Duration.ZERO, secure, httpOnly, sameSite);
    }

    public Cookie withPath(String other) {
        return new Cookie(name, value, other, domain, maxAge, secure, httpOnly, sameSite);
    }

    public Cookie withDomain(String other) {
        return new Cookie(name, value, path, other, maxAge, secure, httpOnly, sameSite);
    }

    /** Returns this cookie with a lifetime, so that it is kept even when the browser is closed. */
    public Cookie withMaxAge(Duration age) {
        return new Cookie(name, value, path, domain, age, secure, httpOnly, sameSite);
    }

    /** Returns this cookie, sent over TLS alone. */
    public Cookie overTls() {
        return new Cookie(name, value, path, domain, maxAge, true, httpOnly, sameSite);
    }

    /** Returns this cookie, readable by scripts. */
    public Cookie forScripts() {
        return new Cookie(name, value, path, domain, maxAge, secure, false, sameSite);
    }

    /** @throws IllegalArgumentException when it is {@code NONE} and the cookie is not secure */
    public Cookie with(SameSite other) {
        return new Cookie(name, value, path, domain, maxAge, secure, httpOnly, other);
    }

    /** Returns the value of its Set-Cookie header. */
    public String field() {
        StringBuilder field = new StringBuilder(name).append('=').append(value);
        field.append("; Path=").append(path);
        if (domain != null) {
            field.append("; Domain=").append(domain);
        }
        if (maxAge != null) {
            field.append("; Max-Age=").append(Math.max(0, maxAge.toSeconds()));
        }
        if (secure) {
            field.append("; Secure");
        }
        if (httpOnly) {
            field.append("; HttpOnly");
        }
        String site = sameSite.name();
        return field.append("; SameSite=")
                .append(site.charAt(0))
                .append(site.substring(1).toLowerCase(Locale.ROOT))
                .toString();
    }

    private static void requireAttribute(String name, String attribute, String value) {
        if (!value.chars().allMatch(c -> c >= 0x20 && c < 0x7f && c != ';')) {
            throw new IllegalArgumentException("the " + attribute + " of cookie " + name
                    + " must be printable ASCII without semicolons, but is '" + value + "'");
        }
    }
}
