package io.gosling.origin.upstream;

import io.gosling.common.RetryBudget;
import io.gosling.document.Ticker;
import io.gosling.http.ForwardedHeaderParser;
import io.gosling.http.Headers;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.transport.LocalExhaustionCheck;
import io.gosling.netty.transport.Transport;
import io.gosling.origin.upstream.ServerRotation.Turn;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends requests to the servers of an origin in turn, over pooled connections. A server that fails is ejected for a
 * while ({@link ServerHealth}), and a request that it did not answer is sent to another one:
 *
 * <ul>
 *   <li>if no connection could be made, for any request: nothing was sent
 *   <li>if it was sent, for safe requests without a body, within {@link RetryBudget}
 *   <li>never once the response has begun
 * </ul>
 *
 * <p>A server's name stands for all its addresses ({@link io.gosling.netty.client.HostResolver}). Safe for use by many
 * virtual threads.
 */
public final class OriginClient implements Upstream, AutoCloseable {
    static final int MOST_SERVERS = 4;

    private static final int WAITING = 1024;
    private static final int IDLE_SECONDS = 30;
    private static final Duration IDLE = Duration.ofSeconds(IDLE_SECONDS);

    /** Connections whose response waits for its client; each buffers up to 256 KiB. */
    private static final int ASIDE = 512;

    private static final PoolLimits CHECKING = new PoolLimits(4, 16, IDLE, Duration.ofSeconds(3));
    private static final Pattern ABSOLUTE = Pattern.compile("(?i)(https?:)?//(?=([^/?#:]*))([^/?#]*)");

    /** The text before the URL in Refresh, such as {@code 5; url=}. */
    private static final Pattern REFRESH = Pattern.compile("(?i)\\s*[0-9.]*\\s*[;,]\\s*(url\\s*=\\s*)?['\"]?");

    private static final Set<String> REPEATABLE = Set.of("GET", "HEAD", "OPTIONS");

    private final OriginSettings settings;
    private final HttpClient client;
    /** Separate connections for checks: a busy server is not down. */
    private final HttpClient checking;

    private final ServerRotation ring;
    private final RetryBudget budget;
    private final Ticker ticker;
    private final OriginHealthChecks checks;

    private OriginClient(OriginSettings settings, Function<PoolLimits, HttpClient> opening, Ticker ticker) {
        int connections = settings.get(OriginSettings.CONNECTIONS);
        this.settings = settings;
        this.client = opening.apply(
                new PoolLimits(connections, WAITING, IDLE, settings.get(OriginTimeouts.CONNECT)).withAside(ASIDE));
        this.checking = opening.apply(CHECKING);
        this.ticker = ticker;
        FailoverSettings rules = settings.failover();
        this.ring = new ServerRotation(settings.servers(), rules);
        this.budget = new RetryBudget(
                rules.get(FailoverSettings.REPEAT_PERCENT), rules.get(FailoverSettings.REPEAT_LEAST), ticker.nanos());
        this.checks = new OriginHealthChecks(ring.all(), rules, this::ask);
    }

    /**
     * Opens a client. The transport stays the caller's.
     *
     * @throws IOException when the trusted certificates cannot be read
     */
    public static OriginClient open(Transport transport, OriginSettings settings) throws IOException {
        return settings.servers().secure()
                ? open(transport, settings, settings.trust().context())
                : open(transport, settings, Ticker.system());
    }

    static OriginClient open(Transport transport, OriginSettings settings, Ticker ticker) {
        return new OriginClient(settings, limits -> HttpClient.open(transport, limits), ticker);
    }

    static OriginClient open(Transport transport, OriginSettings settings, SslContext tls) {
        String name = settings.find(OriginTrustSettings.NAME).orElse("");
        return new OriginClient(settings, limits -> HttpClient.secure(transport, limits, tls, name), Ticker.system());
    }

    public void watch() {
        checks.start();
    }

    @Override
    public Answer send(Message request) throws IOException {
        synchronized (budget) {
            budget.earn(ticker.nanos());
        }
        List<OriginServer> tried = new ArrayList<>(2);
        IOException last = null;
        while (true) {
            Turn turn = ring.next(tried, ticker.nanos());
            if (turn == null) {
                throw last != null
                        ? last
                        : new NoHealthyServerException(
                                "all of " + settings.servers().all() + " are ejected after failures");
            }
            tried.add(turn.server());
            try {
                return ask(turn, request);
            } catch (IOException e) {
                if (tried.size() == MOST_SERVERS || !mayGoOn(request, e)) {
                    throw e;
                }
                last = e;
            }
        }
    }

    /** Returns true if a request that this server did not answer may be sent to another one. */
    private boolean mayGoOn(Message request, IOException why) {
        if (why instanceof ConnectException) {
            return true;
        }
        boolean late = why instanceof SocketTimeoutException;
        boolean gone = why instanceof InterruptedIOException && !late;
        return !gone
                && ring.hasChoice()
                && request.upload() == null
                && REPEATABLE.contains(request.method())
                && spend();
    }

    private boolean spend() {
        synchronized (budget) {
            boolean may = budget.allowsOne();
            if (may) {
                budget.spend();
            }
            return may;
        }
    }

    private Answer ask(Turn turn, Message request) throws IOException {
        OriginServer server = turn.server();
        try {
            Answer answer = exchange(server.address(), request);
            server.answered();
            return answer;
        } catch (IOException e) {
            server.failed(turn.leave(), isItsFault(server, request, e), e, ticker.nanos());
            throw e;
        }
    }

    /**
     * Returns true if a failure counts against the server: not for failures of this node or the client, nor for a
     * single failure where no other server is available.
     */
    private boolean isItsFault(OriginServer server, Message request, IOException why) {
        if (why instanceof ConnectException) {
            return !isOurs(why);
        }
        boolean late = why instanceof SocketTimeoutException;
        return ring.hasOther(server, ticker.nanos())
                && request.upload() == null
                && (late || !(why instanceof InterruptedIOException));
    }

    private Answer exchange(OriginAddress address, Message request) throws IOException {
        Headers fields =
                settings.keepsHost() ? request.headers() : request.headers().with("Host", address.authority());
        ClientRequest sent = new ClientRequest(
                request.method(),
                settings.mount().outward(request.target()),
                fields,
                new byte[0],
                settings.get(OriginTimeouts.HEADER),
                settings.get(OriginTimeouts.PROGRESS),
                settings.get(OriginTimeouts.TOTAL),
                new ClientRequest.Streams(
                        settings.get(OriginTimeouts.STREAM_TYPES), settings.get(OriginTimeouts.STREAM)));
        return answer(client.send(address.socket(), sent, request.upload(), request.interim()), fields);
    }

    private Answer answer(ClientResponse response, Headers asked) {
        Headers fields = response.headers();
        for (String name : List.of("Location", "Content-Location", "Refresh")) {
            String said = fields.first(name);
            Matcher timed = REFRESH.matcher(said == null ? "" : said);
            int url = name.equals("Refresh") ? (timed.lookingAt() ? timed.end() : -1) : 0;
            if (said != null && url >= 0 && !leadsElsewhere(said.substring(url), asked, settings.keepsHost())) {
                String known = said.substring(0, url)
                        + settings.mount()
                                .inward(said.substring(url), settings.servers().all());
                fields = known.equals(said) ? fields : fields.with(name, known);
            }
        }
        boolean switched = response.status() == Http1ResponseHeadEncoder.UPGRADE;
        return new Answer(
                response.status(),
                fields,
                response.length(),
                response.body(),
                response::close,
                switched ? response.sender() : null);
    }

    /** Returns whether a URL leads to TLS, or to another name of this host: as a path, it would lead back here. */
    static boolean leadsElsewhere(String url, Headers asked, boolean keepsHost) {
        Matcher absolute = ABSOLUTE.matcher(url);
        if (!absolute.lookingAt()) {
            return false;
        }
        boolean secures =
                "https:".equalsIgnoreCase(absolute.group(1)) && "http".equals(asked.first("X-Forwarded-Proto"));
        String host = absolute.group(2);
        boolean renames = keepsHost
                && ForwardedHeaderParser.literal(host) == null
                && !absolute.group(3).equalsIgnoreCase(asked.first("Host"));
        return secures || renames;
    }

    private OriginHealthChecks.Finding ask(OriginServer server) {
        Duration time = settings.get(FailoverSettings.CHECK_TIME);
        String target = settings.find(FailoverSettings.CHECK).orElseThrow();
        OriginAddress address = server.address();
        Headers fields = Headers.of("Host", address.authority(), "User-Agent", "gosling-check");
        ClientRequest question = new ClientRequest("GET", target, fields, new byte[0], time, time, time, null);
        try (ClientResponse response = checking.send(address.socket(), question)) {
            return response.status() < 400 ? OriginHealthChecks.Finding.HEALTHY : OriginHealthChecks.Finding.NOT_WELL;
        } catch (IOException e) {
            return isOurs(e) ? OriginHealthChecks.Finding.NOT_ASKED : OriginHealthChecks.Finding.NOT_WELL;
        } catch (RejectedExecutionException e) {
            return OriginHealthChecks.Finding.NOT_ASKED;
        }
    }

    public List<OriginServerStatus> servers() {
        return ring.all().stream()
                .map(server -> server.view(settings.mount().label()))
                .toList();
    }

    /**
     * Retires this client in favour of another: health checks end, requests under way continue, and idle connections
     * are closed after {@value #IDLE_SECONDS} s.
     */
    public void retire() {
        checks.close();
    }

    /** Sends no more requests; those under way end by themselves. */
    @Override
    public void close() {
        checks.close();
        checking.close();
        client.close();
    }

    /** Returns true if this node had no free connection or resources: not a failure of the origin. */
    public static boolean isOurs(IOException why) {
        return why instanceof PoolExhaustedException || LocalExhaustionCheck.isCauseOf(why);
    }
}
