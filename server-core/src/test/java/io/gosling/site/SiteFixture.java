package io.gosling.site;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.site.access.AccessRule;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.access.ForwardedClientResolver;
import io.gosling.site.access.PasswordVerifier;
import io.gosling.site.compression.CompressionRules;
import io.gosling.site.rules.RouteRules;
import io.gosling.testing.FakeExchange;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Sites over temporary directories, asked without a connection. */
final class SiteFixture {
    /** Few rounds: what is slow on purpose would be slow here for nothing. */
    static final int ROUNDS = 10_000;

    static final SiteRules NO_RULES = new SiteRules(List.of(), RouteRules.NONE, List.of(), Map.of());

    private final Handler handler;

    SiteFixture(Site... sites) throws IOException {
        this(List.of(), sites);
    }

    SiteFixture(List<AddressBlock> proxies, Site... sites) throws IOException {
        this(
                proxies,
                (site, path) -> {
                    throw new IllegalArgumentException("site " + site.name() + ": nobody answers " + path);
                },
                sites);
    }

    SiteFixture(List<AddressBlock> proxies, OriginHandlerFactory origins, Site... sites) throws IOException {
        SiteFileSource roots = SiteFileSource.open(List.of(sites), DocumentRoot.Settings.defaults());
        this.handler = SiteHandlerFactory.handler(
                List.of(sites),
                new SiteHandlerFactory.Ports(
                        roots,
                        roots,
                        "n1",
                        new ForwardedClientResolver(proxies),
                        new PasswordVerifier(2, Duration.ofSeconds(30), new SecureRandom(), ROUNDS),
                        origins));
    }

    /** The content of one directory, with {@code index.html}, and nothing else. */
    static SiteContent content(Path root) {
        return new SiteContent(
                List.of(root), List.of("index.html"), List.of(), false, CompressionRules.none(), Map.of());
    }

    static Site site(Path root) {
        return new Site("main", List.of(), content(root), NO_RULES);
    }

    static Site site(Path root, SiteRules rules) {
        return new Site("main", List.of(), content(root), rules);
    }

    static SiteRules access(AccessRule... rules) {
        return new SiteRules(List.of(rules), RouteRules.NONE, List.of(), Map.of());
    }

    static SiteRules errorPages(int status, String page) {
        return new SiteRules(List.of(), RouteRules.NONE, List.of(), Map.of(status, DocumentPath.parse(page)));
    }

    FakeExchange get(String target, String... headers) throws Exception {
        return ask("GET", target, headers);
    }

    FakeExchange ask(String method, String target, String... headers) throws Exception {
        return FakeExchange.of(method, target, headers).answeredBy(handler);
    }

    FakeExchange getFrom(String address, String target, String... headers) throws Exception {
        return FakeExchange.get(target, headers).answeredBy(request -> handler.handle(from(request, address)));
    }

    private static Request from(Request request, String address) {
        return new RequestWrapper(request) {
            @Override
            public SocketAddress remoteAddress() {
                return new InetSocketAddress(address, 1);
            }
        };
    }
}
