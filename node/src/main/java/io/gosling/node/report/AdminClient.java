package io.gosling.node.report;

import io.gosling.settings.HostPort;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A client of admin ports. Used by one thread; every call blocks up to its timeout. */
public final class AdminClient implements AutoCloseable {
    private static final int MAX_STATUS = 64 << 20;
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

        RefusedException(HostPort admin, int status, String text) {
            super(admin + " answered " + status + ": " + text.strip());
        }
    }

    private HttpResponse<String> get(HostPort admin, String path) throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(request(admin, path).build(), HttpResponse.BodyHandlers.ofString());
        if (REFUSALS.contains(response.statusCode())) {
            throw new RefusedException(admin, response.statusCode(), response.body());
        }
        return response;
    }

    private static String body(HostPort admin, HttpResponse<String> response) throws IOException {
        if (response.statusCode() != 200) {
            throw new IOException(admin + " answered " + response.statusCode() + " to "
                    + response.uri().getPath() + "; is it an admin port?");
        }
        return response.body();
    }

    /** The response of an admin port to a form. */
    public record Answer(int status, String text) {}

    public Answer post(HostPort admin, String path, String form) throws IOException, InterruptedException {
        HttpRequest request = request(admin, path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
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
        return status(admin, null);
    }

    /** The status of a member of the process's cluster; null for the process itself. */
    public Map<?, ?> status(HostPort admin, @Nullable String member) throws IOException, InterruptedException {
        return parse(body(admin, get(admin, "/status" + ofMember(member))));
    }

    /** The query that has a member answer. */
    public static String ofMember(@Nullable String member) {
        return member == null ? "" : "?member=" + URLEncoder.encode(member, StandardCharsets.UTF_8);
    }

    /**
     * The status of the process and of the other members of its cluster, with an object of kind {@code silent} for
     * each that it could not ask, or whose line is no JSON; of an older process its own status alone.
     */
    public List<Map<?, ?>> statuses(HostPort admin) throws IOException, InterruptedException {
        HttpResponse<String> response = get(admin, "/cluster/status");
        return response.statusCode() == 404 ? List.of(status(admin)) : objects(admin, response);
    }

    /**
     * The explanations of a URL.
     *
     * @param path of the process, or of all members
     * @throws IllegalArgumentException with the reason if the question is refused
     */
    public List<Map<?, ?>> explain(HostPort admin, String path) throws IOException, InterruptedException {
        HttpResponse<String> response = get(admin, path);
        if (response.statusCode() == 400 || response.statusCode() == 404) {
            throw new IllegalArgumentException(response.body().strip());
        }
        return objects(admin, response);
    }

    private static List<Map<?, ?>> objects(HostPort admin, HttpResponse<String> response) throws IOException {
        List<Map<?, ?>> all = new ArrayList<>();
        for (String line : body(admin, response).split("\n")) {
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
                        "line " + (all.size() + 1) + " of " + response.uri().getPath(),
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

    @Override
    public void close() {
        http.shutdownNow();
    }
}
