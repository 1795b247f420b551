package io.gosling.node.admin;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.node.admin.AdminTokens.Token;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may use a route of the admin port, and logs every change with who made it and from where. Safe for use
 * by many threads.
 *
 * <p>Whoever may open the Unix socket may do everything. Elsewhere, with tokens, every request needs one, or a
 * certificate, whose role includes the route's. Without tokens, on loopback, everybody may do everything, but a request
 * whose {@code Host} names another machine is answered 421: it comes from a browser page whose host name was rebound to
 * a loopback address. Pages of other origins in a browser may do nothing; the dashboard may read, purge,
 * drain, and change back-ends.
 */
public final class AdminAccess implements Handler {
    /** The attribute of a request with its caller and the caller's address, for the log. */
    public static final String CALLER = "gosling.admin.caller";

    private static final System.Logger LOG = System.getLogger(AdminAccess.class.getName());
    private static final String SCHEME = "bearer ";
    private static final int LOGGED_PATH = 200;
    private static final Set<AdminRoute> CHANGES_OF_PAGE =
            Set.of(AdminRoute.PURGE, AdminRoute.DRAIN, AdminRoute.BACKENDS);

    private final AdminApiHandler api;
    private final @Nullable AdminTokens tokens;
    private final FailedAttempts failures;
    private final ClusterAdmin cluster;

    /** @param tokens null where everybody who connects may do everything */
    public AdminAccess(AdminApiHandler api, @Nullable AdminTokens tokens, ClusterMembers members, Ticker ticker) {
        this.api = api;
        this.cluster = new ClusterAdmin(api, members);
        this.tokens = tokens;
        this.failures = new FailedAttempts(ticker);
    }

    /**
     * The routes for probes, without credentials: {@code /livez}, {@code /readyz}, and {@code /metrics} if that is
     * allowed.
     */
    public static Handler probes(AdminApiHandler api, boolean metrics) {
        List<AdminRoute> open = metrics
                ? List.of(AdminRoute.LIVEZ, AdminRoute.READYZ, AdminRoute.METRICS)
                : List.of(AdminRoute.LIVEZ, AdminRoute.READYZ);
        return request -> {
            List<AdminRoute> routes = AdminRoute.at(request.rawPath());
            AdminRoute route = route(routes, request);
            if (route != null && open.contains(route)) {
                return api.answer(route, request);
            }
            return noRoute(open.containsAll(routes) ? routes : List.of(), open);
        };
    }

    /** Every answer forbids a browser to take it for a page that may do anything. */
    @Override
    public Response handle(Request request) throws Exception {
        return decide(request)
                .with("Content-Security-Policy", AdminApiHandler.POLICY)
                .with("X-Content-Type-Options", "nosniff");
    }

    private Response decide(Request request) throws Exception {
        if (request.remoteAddress() instanceof UnixDomainSocketAddress) {
            return answer(AdminCaller.of(AdminRole.OPERATE, "the Unix socket", request), request);
        }
        AdminTokens known = tokens;
        if (known == null) {
            return LocalHostHeaderCheck.isMeant(request.headers().first("Host"))
                    ? answer(AdminCaller.of(AdminRole.OPERATE, null, request), request)
                    : refusal(421, "the Host header must name a loopback address or localhost");
        }
        AdminRoute wanted = route(AdminRoute.at(request.rawPath()), request);
        if (wanted != null && wanted.isOfPage()) {
            return api.answer(wanted, request);
        }
        String credentials = request.headers().first("Authorization");
        Token certified = credentials == null ? certified(known, request.clientCertificate()) : null;
        if (certified != null) {
            return answer(AdminCaller.of(certified.role(), "certificate " + certified.name(), request), request);
        }
        if (credentials == null || !credentials.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return unauthorized(
                    "no token; expected Authorization: Bearer TOKEN, with one of gosling token create, or a client"
                            + " certificate whose name is in admin.tokens",
                    "");
        }
        Token token = known.find(credentials.substring(SCHEME.length()).strip());
        if (token == null) {
            if (request.remoteAddress() instanceof InetSocketAddress from && !failures.add(from.getAddress())) {
                return refusal(429, "too many wrong tokens from this address")
                        .with("Retry-After", Long.toString(FailedAttempts.PAUSE.toSeconds()));
            }
            return unauthorized("this token is not known here", ", error=\"invalid_token\"");
        }
        return answer(AdminCaller.of(token.role(), "token " + token.name(), request), request);
    }

    private static @Nullable Token certified(AdminTokens known, @Nullable X509Certificate presented) {
        try {
            if (presented != null) {
                // A resumed session may outlive its certificate.
                presented.checkValidity();
                return known.certified(CertificateFiles.commonName(presented));
            }
        } catch (CertificateException e) {
            LOG.log(Level.DEBUG, "a client certificate is not valid now: {0}", e.getMessage());
        }
        return null;
    }

    /**
     * Answers a request that another member passes on for its caller, and passes on none itself. The role is checked
     * here as well. With tokens the connection must be encrypted and the caller must have shown a token; without, the
     * connection must be encrypted or of this machine.
     */
    public Response forMember(Request request) throws Exception {
        AdminRoute route = route(AdminRoute.at(request.rawPath()), request);
        if (route == null || !(route.isOfMember() || route == AdminRoute.PURGE)) {
            return refusal(404, "no member passes this on");
        }
        AdminCaller caller;
        try {
            caller = AdminCaller.named(request.headers());
        } catch (IllegalArgumentException e) {
            return refusal(403, "no caller: " + e.getMessage());
        }
        boolean encrypted = request.remoteAddress() instanceof ClusterProcessAddress;
        boolean near = request.remoteAddress() instanceof InetSocketAddress from
                && from.getAddress().isLoopbackAddress();
        if (!encrypted && (tokens != null || !near)) {
            return refusal(403, "this needs an encrypted cluster; expected secret-file, and cluster.encryption on");
        }
        if (tokens != null && caller.credential() == null) {
            return refusal(403, "this needs a token; expected admin.tokens on every member");
        }
        return caller.role().includes(route.role())
                ? logged(caller, route, request, () -> api.answer(route, request))
                : role(route);
    }

    private Response answer(AdminCaller caller, Request request) throws Exception {
        List<AdminRoute> routes = AdminRoute.at(request.rawPath());
        AdminRoute route = route(routes, request);
        if (route == null) {
            return noRoute(routes, api.routes());
        }
        if (!caller.role().includes(route.role())) {
            return role(route);
        }
        if (!mayBrowser(route, request)) {
            return refusal(403, "a page in a browser may not do this; use curl -X " + request.method());
        }
        return logged(caller, route, request, () -> cluster.answer(caller, route, request));
    }

    private static Response role(AdminRoute route) {
        return refusal(
                403,
                "this needs a token or a certificate with the role "
                        + route.role().label());
    }

    private static Response logged(AdminCaller caller, AdminRoute route, Request request, Callable<Response> action)
            throws Exception {
        int status = 500;
        request.attributes().put(CALLER, caller.who() + " from " + caller.from());
        try {
            Response response = action.call();
            status = response.status();
            return response;
        } finally {
            if (route.isChange()) {
                log(caller, request, status);
            }
        }
    }

    private static void log(AdminCaller caller, Request request, int status) {
        String path = request.rawPath() + (request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery());
        LOG.log(
                Level.INFO,
                "admin: {0} {1} by {2} from {3}: {4}",
                request.method(),
                path.substring(0, Math.min(path.length(), LOGGED_PATH)),
                caller.who(),
                caller.from(),
                Integer.toString(status));
    }

    private static @Nullable AdminRoute route(List<AdminRoute> routes, Request request) {
        return routes.stream()
                .filter(route -> route.takes(request.method()))
                .findFirst()
                .orElse(null);
    }

    /**
     * False if a page in a browser may not send this. Programs name no origin, and typed addresses, which only read,
     * have none. The dashboard is the only page of this origin, which the browser vouches for.
     */
    private static boolean mayBrowser(AdminRoute route, Request request) {
        String site = request.headers().first("Sec-Fetch-Site");
        if ("same-origin".equals(site)) {
            return CHANGES_OF_PAGE.contains(route) || !(route.isChange() || route.isOfObjects());
        }
        boolean typed = site == null || (site.equals("none") && !route.isChange());
        return route.isOfPage() || (typed && request.headers().first("Origin") == null);
    }

    /** The answer for a method or path that there is not. */
    private static Response noRoute(List<AdminRoute> ofPath, List<AdminRoute> all) {
        if (!ofPath.isEmpty()) {
            return Response.of(405).with("Allow", AdminRoute.allowed(ofPath));
        }
        StringBuilder there = new StringBuilder("there are");
        all.forEach(
                route -> there.append("\n  ").append(route.method()).append(' ').append(route.path()));
        return refusal(404, there.toString());
    }

    private static Response unauthorized(String why, String error) {
        return refusal(401, why).with("WWW-Authenticate", "Bearer realm=\"gosling\"" + error);
    }

    private static Response refusal(int status, String text) {
        return Response.text(text + "\n").withStatus(status).with("Cache-Control", "no-store");
    }
}
