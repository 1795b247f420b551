package io.gosling.site.cgi;

import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.site.access.EffectiveClient;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The environment variables that describe a request to a program (RFC 3875, section 4.1). Pure: contains nothing of
 * this process's own environment.
 *
 * <p>Left out are the request's headers that carry credentials, those that have a variable of their own, and
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
     * @param file the program
     * @param info the path behind it, decoded; empty where there is none
     */
    static Map<String, String> of(
            Request request, String script, Path file, String info, long length, EffectiveClient asked) {
        Map<String, String> variables = new HashMap<>();
        for (Headers.Field field : request.headers()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!LEFT_OUT.contains(name) && name.matches("[a-z0-9-]+")) {
                String between = name.equals("cookie") ? "; " : ", ";
                variables.merge(
                        "HTTP_" + name.toUpperCase(Locale.ROOT).replace('-', '_'),
                        field.value(),
                        (a, b) -> a + between + b);
            }
        }
        variables.put("GATEWAY_INTERFACE", "CGI/1.1");
        variables.put("PATH", PATH);
        variables.put("QUERY_STRING", request.rawQuery());
        InetAddress client = asked.client();
        variables.put("REMOTE_ADDR", client == null ? "" : client.getHostAddress());
        variables.put("REQUEST_METHOD", request.method());
        variables.put("SCRIPT_NAME", script);
        variables.put("SERVER_PROTOCOL", request.protocol());
        variables.put("SERVER_SOFTWARE", "gosling");
        server(variables, request, asked);
        usual(variables, request, file, asked.secure());
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
        String user = request.user();
        if (user != null) {
            variables.put("AUTH_TYPE", "Basic");
            variables.put("REMOTE_USER", user);
        }
        return variables;
    }

    /**
     * Sets the requested server name, or the address where none was given, and the port on which the request came;
     * where a proxy accepted it, the port that the client named, or that of its scheme.
     */
    private static void server(Map<String, String> variables, Request request, EffectiveClient asked) {
        String name = request.host();
        String port = asked.secure() ? "443" : "80";
        if (asked.byProxy()) {
            String named = portOf(request.headers().first("Host"));
            port = named.isEmpty() ? port : named;
        }
        if (request.localAddress() instanceof InetSocketAddress local) {
            port = asked.byProxy() ? port : Integer.toString(local.getPort());
            if (name.isEmpty() && local.getAddress() != null) {
                String address = local.getAddress().getHostAddress();
                name = local.getAddress() instanceof Inet6Address ? "[" + address + "]" : address;
            }
        }
        variables.put("SERVER_NAME", name);
        variables.put("SERVER_PORT", port);
    }

    /** Returns the port of a Host header; empty where there is none. */
    private static String portOf(@Nullable String host) {
        int colon = host == null ? -1 : host.indexOf(':', host.lastIndexOf(']') + 1);
        return host == null || colon < 0 ? "" : host.substring(colon + 1);
    }

    /** Sets variables that are not in the specification, but that programs have come to expect of every server. */
    private static void usual(Map<String, String> variables, Request request, Path file, boolean secure) {
        String query = request.rawQuery();
        variables.put("REQUEST_URI", query.isEmpty() ? request.rawPath() : request.rawPath() + "?" + query);
        variables.put("REQUEST_SCHEME", secure ? "https" : "http");
        variables.put("SCRIPT_FILENAME", file.toString());
        if (secure) {
            variables.put("HTTPS", "on");
        }
    }
}
