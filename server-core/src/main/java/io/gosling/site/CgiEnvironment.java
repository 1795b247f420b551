package io.gosling.site;

import io.gosling.http.Headers;
import io.gosling.http.Request;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a program is told of its request (RFC 3875, section 4.1). Pure: nothing of this process's own environment.
 *
 * <p>Of the request's fields, those are left out that name credentials, that have a variable of their own, and
 * {@code Proxy}, which many programs take for a setting.
 */
final class CgiEnvironment {
    private static final String PATH = "/usr/local/bin:/usr/bin:/bin";
    private static final Set<String> LEFT_OUT = Set.of(
            "authorization",
            "connection",
            "content-length",
            "content-type",
            "proxy",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    private CgiEnvironment() {}

    /**
     * @param script the program's path in the site, decoded
     * @param info the path behind it, decoded; empty where there is none
     */
    static Map<String, String> of(
            Request request, String script, String info, long length, @Nullable InetAddress client) {
        Map<String, String> variables = new HashMap<>();
        for (Headers.Field field : request.headers()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!LEFT_OUT.contains(name) && name.matches("[a-z0-9-]+")) {
                variables.merge(
                        "HTTP_" + name.toUpperCase(Locale.ROOT).replace('-', '_'),
                        field.value(),
                        (a, b) -> a + ", " + b);
            }
        }
        variables.put("GATEWAY_INTERFACE", "CGI/1.1");
        variables.put("PATH", PATH);
        variables.put("QUERY_STRING", request.rawQuery());
        variables.put("REMOTE_ADDR", client == null ? "" : client.getHostAddress());
        variables.put("REQUEST_METHOD", request.method());
        variables.put("SCRIPT_NAME", script);
        variables.put("SERVER_NAME", request.host());
        variables.put("SERVER_PROTOCOL", "HTTP/1.1");
        variables.put("SERVER_SOFTWARE", "gosling");
        if (!info.isEmpty()) {
            variables.put("PATH_INFO", info);
        }
        String type = request.headers().first("Content-Type");
        if (length > 0) {
            variables.put("CONTENT_LENGTH", Long.toString(length));
        }
        if (length > 0 && type != null) {
            variables.put("CONTENT_TYPE", type);
        }
        String user = request.attribute(Access.USER, String.class);
        if (user != null) {
            variables.put("AUTH_TYPE", "Basic");
            variables.put("REMOTE_USER", user);
        }
        return variables;
    }
}
