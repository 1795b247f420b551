package io.gosling.node.report;

import io.gosling.settings.HostPort;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A client of admin ports and their Unix sockets. Used by one thread; every call blocks up to its timeout. */
public final class AdminClient implements AutoCloseable {
    private static final int MAX_STATUS = 64 << 20;
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final Set<Integer> REFUSALS = Set.of(401, 403, 429, 503);

    private final HttpClient http;
    private final Duration timeout;
    private final AdminCredentials credentials;

    /** A client of ports on loopback that want no token. */
    public AdminClient(Duration timeout) {
        this(timeout, AdminCredentials.NONE);
    }

    public AdminClient(Duration timeout, AdminCredentials credentials) {
        this.timeout = timeout;
        this.credentials = credentials;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(timeout);
        this.http = credentials.tls() == null
                ? builder.build()
                : builder.sslContext(credentials.tls()).build();
    }

    /** The port answers, and refuses. */
    public static final class RefusedException extends IOException {
        private static final long serialVersionUID = 1;

        /** True if the caller may not ask, so that it will be refused later too. */
        public final boolean forbidden;

        RefusedException(AdminAddress admin, int status, String text) {
            super(admin + " answered " + status + ": " + text.strip());
            this.forbidden = status == 401 || status == 403;
        }
    }

    private Answer get(AdminAddress admin, String path) throws IOException, InterruptedException {
        Answer answer = send(admin, path, null);
        if (REFUSALS.contains(answer.status())) {
            throw new RefusedException(admin, answer.status(), answer.text());
        }
        return answer;
    }

    private static String body(AdminAddress admin, String path, Answer answer) throws IOException {
        if (answer.status() != 200) {
            throw new IOException(admin + " answered " + answer.status() + " to " + path + "; is it an admin port?");
        }
        return answer.text();
    }

    /** The response of an admin port. */
    public record Answer(int status, String text) {}

    public Answer post(AdminAddress admin, String path, String form) throws IOException, InterruptedException {
        return send(admin, path, form);
    }

    /** @param form null for GET */
    private Answer send(AdminAddress admin, String path, @Nullable String form)
            throws IOException, InterruptedException {
        return switch (admin) {
            case AdminAddress.Port port -> {
                HttpRequest.Builder request = request(port.address(), path);
                if (form != null) {
                    request.header("Content-Type", FORM).POST(HttpRequest.BodyPublishers.ofString(form));
                }
                HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
                yield new Answer(response.statusCode(), response.body());
            }
            case AdminAddress.Socket socket -> {
                String length = form == null
                        ? ""
                        : "Content-Type: " + FORM + "\r\nContent-Length: "
                                + form.getBytes(StandardCharsets.UTF_8).length + "\r\n";
                String request = (form == null ? "GET " : "POST ") + path + " HTTP/1.0\r\nHost: localhost\r\n" + length
                        + "\r\n" + (form == null ? "" : form);
                yield UnixSocketRequest.send(socket.file(), request, timeout, MAX_STATUS);
            }
        };
    }

    private HttpRequest.Builder request(HostPort admin, String path) throws IOException {
        try {
            String scheme = credentials.isSecure() ? "https://" : "http://";
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(URI.create(scheme + admin + path)).timeout(timeout);
            String token = credentials.token();
            return token == null ? request : request.header("Authorization", "Bearer " + token);
        } catch (IllegalArgumentException e) {
            throw new IOException("\"" + admin.host() + "\" is no host name", e);
        }
    }

    /** {@code /status} as maps, lists, texts and numbers. */
    public Map<?, ?> status(HostPort admin) throws IOException, InterruptedException {
        return status(new AdminAddress.Port(admin), null);
    }

    /** The status of a member of the process's cluster; null for the process itself. */
    public Map<?, ?> status(AdminAddress admin, @Nullable String member) throws IOException, InterruptedException {
        return parse(body(admin, "/status", get(admin, "/status" + ofMember(member))));
    }

    /** The query that has a member answer. */
    public static String ofMember(@Nullable String member) {
        return member == null ? "" : "?" + pair("member", member);
    }

    /** A name and a value as a form or a query has them. */
    public static String pair(String name, String value) {
        return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /**
     * The status of the process and of the other members of its cluster, with an object of kind {@code silent} for
     * each that it could not ask, or whose line is no JSON; of an older process its own status alone.
     */
    public List<Map<?, ?>> statuses(AdminAddress admin) throws IOException, InterruptedException {
        String path = "/cluster/status";
        Answer answer = get(admin, path);
        return answer.status() == 404 ? List.of(status(admin, null)) : objects(admin, path, answer);
    }

    /**
     * The objects by which the process, or each of its members, answers a question.
     *
     * @throws IllegalArgumentException with the reason if the question is refused
     */
    public List<Map<?, ?>> ask(AdminAddress admin, String path) throws IOException, InterruptedException {
        Answer answer = get(admin, path);
        if (answer.status() == 400 || answer.status() == 404) {
            throw new IllegalArgumentException(answer.text().strip());
        }
        return objects(admin, path, answer);
    }

    private static List<Map<?, ?>> objects(AdminAddress admin, String path, Answer answer) throws IOException {
        List<Map<?, ?>> all = new ArrayList<>();
        for (String line : body(admin, path, answer).split("\n")) {
            try {
                all.add(parse(line));
            } catch (IOException e) {
                if (all.isEmpty()) {
                    throw e;
                }
                all.add(Map.of(
                        "kind",
                        "silent",
                        "name",
                        "line " + (all.size() + 1) + " of " + path,
                        "state",
                        "silent",
                        "reason",
                        String.valueOf(e.getMessage())));
            }
        }
        return all;
    }

    /** JSON is YAML, and the reader of configuration files is here anyway. */
    public static Map<?, ?> parse(String json) throws IOException {
        LoadSettings settings =
                LoadSettings.builder().setCodePointLimit(MAX_STATUS).build();
        try {
            if (new Load(settings).loadFromString(json) instanceof Map<?, ?> object) {
                return object;
            }
            throw new IOException("expected a JSON object");
        } catch (YamlEngineException e) {
            throw new IOException("expected JSON", e);
        }
    }

    /** The reason why a port could not be asked, in a few words. */
    public static String reason(IOException why) {
        for (Throwable cause = why; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException || cause instanceof UnknownHostException) {
                return "its name cannot be looked up";
            }
            if (cause instanceof CertificateException) {
                return String.valueOf(cause.getMessage());
            }
        }
        String message = why.getMessage();
        return switch (why) {
            case HttpConnectTimeoutException late -> "it cannot be connected to in time";
            case HttpTimeoutException late -> "it has not answered in time";
            case ConnectException refused -> message == null ? "connection refused" : message;
            default -> message == null ? "the connection broke off" : message;
        };
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
