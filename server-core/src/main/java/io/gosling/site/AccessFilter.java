package io.gosling.site;

import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.ForwardedClientResolver;
import io.gosling.site.access.PasswordVerifier;
import io.gosling.site.access.UserFile;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Admits the clients that the rules for a path allow: by address, else 403; by password (Basic, RFC 7617), else 401.
 * Addresses are checked first, so that an unwelcome client does not learn that there is a password. Safe for many
 * threads.
 */
record AccessFilter(AccessPolicy guards, ForwardedClientResolver clients, PasswordVerifier passwords)
        implements Filter {
    @Override
    public Response filter(Request request, Handler next) throws Exception {
        List<AccessRule> fitting = guards.before(request.rawPath());
        for (AccessRule rule : fitting) {
            if (!rule.addresses().isEmpty() && !rule.addresses().lets(clients.of(request))) {
                return ErrorPageBuilder.of(403);
            }
        }
        for (AccessRule rule : fitting) {
            Response refusal = rule.users() == null ? null : challenge(request, rule, rule.users());
            if (refusal != null) {
                return refusal;
            }
        }
        return next.handle(request);
    }

    /** Returns a 401, or null when the request has the password of one of the users. */
    private @Nullable Response challenge(Request request, AccessRule rule, UserFile users) throws InterruptedException {
        List<String> fields = request.headers().all("Authorization");
        String[] pair = fields.size() == 1 ? credentials(fields.getFirst()) : null;
        if (pair != null) {
            switch (passwords.compare(users.users().get(pair[0]), pair[1])) {
                case RIGHT -> {
                    request.attributes().put(Request.USER, pair[0]);
                    return null;
                }
                case BUSY -> {
                    return ErrorPageBuilder.of(503, Headers.of("Retry-After", "2"));
                }
                case WRONG -> {}
            }
        }
        return ErrorPageBuilder.of(
                401, Headers.of("WWW-Authenticate", "Basic realm=\"" + rule.realm() + "\", charset=\"UTF-8\""));
    }

    /** Returns name and password; null where the header is malformed or of another scheme. */
    private static String @Nullable [] credentials(String field) {
        if (!field.regionMatches(true, 0, "Basic ", 0, 6)) {
            return null;
        }
        try {
            String text =
                    new String(Base64.getDecoder().decode(field.substring(6).strip()), StandardCharsets.UTF_8);
            int colon = text.indexOf(':');
            return colon < 0 ? null : new String[] {text.substring(0, colon), text.substring(colon + 1)};
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
