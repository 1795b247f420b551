package io.gosling.node.configuration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.route.FrontEndRoutes;
import io.gosling.dispatcher.settings.ErrorPages;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.node.settings.DispatchSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.node.testing.Documents;
import io.gosling.settings.BadConfigurationException;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the routes of front-ends, as their files have them. */
class FrontEndConfigurationConverterTest {
    private static final Pattern ROUTES = Pattern.compile("(?s)```yaml\\n(routes:.*?)```");

    @TempDir
    private Path folder;

    private Path file(String yaml) throws Exception {
        return Files.writeString(folder.resolve("f.yaml"), yaml);
    }

    @Test
    void theExamplesOfThePageAreValid() throws Exception {
        String page = Files.readString(Documents.ROOT.resolve("docs/dispatching.md"));
        List<String> examples =
                ROUTES.matcher(page).results().map(found -> found.group(1)).toList();
        assertEquals(4, examples.size());
        for (String example : examples) {
            assertFalse(frontEnd(example).isEmpty(), example);
        }
    }

    private FrontEndRoutes frontEnd(String yaml) throws Exception {
        return FrontEndConfigurationConverter.of(YamlConfigurationReader.read(file(yaml), DispatchSettings.ALL))
                .routes();
    }

    @Test
    void conditionsAndActionsAreThoseOfTheFile() throws Exception {
        FrontEndRoutes routes = frontEnd("""
                routes:
                  - path: /api/**
                    match: {hosts: api.test, methods: [GET], headers: {X-A: 1}, cookies: {c: 2}, query: {q: 3}}
                    pool: api
                    header-time: 2s
                  - split: {pools: {stable: 95, canary: 5}, cookie: user}
                """);
        assertEquals(List.of("api", "stable", "canary"), routes.pools());
        HttpRequest request = new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/api/x?q=3");
        request.headers().set("Host", "api.test").set("X-A", "1").set("Cookie", "c=2");
        assertEquals("api", routes.of(request).poolOf(request));
        assertEquals(Duration.ofSeconds(2), routes.of(request).headerTime());
        request.headers().set("X-A", "2");
        assertNotEquals("api", routes.of(request).poolOf(request));
    }

    @Test
    void trustedProxiesAreBelievedAboutTheirClientsAndNobodyElse() throws Exception {
        SocketAddress proxy = new InetSocketAddress("10.0.0.9", 1234);
        SocketAddress client = new InetSocketAddress("10.0.1.9", 1234);
        var trusting = forwarded("trusted-proxies: 10.0.0.0/24");
        assertTrue(trusting.believes(proxy));
        assertFalse(trusting.believes(client));
        assertFalse(forwarded("").believes(proxy));
        assertTrue(forwarded("relay: {forwarded: append}").believes(client));
        assertFalse(forwarded("trusted-proxies: 10.0.0.0/24\nrelay: {forwarded: replace}")
                .believes(proxy));
    }

    private RelaySettings.Forwarding forwarded(String yaml) throws Exception {
        return FrontEndConfigurationConverter.of(YamlConfigurationReader.read(file(yaml + "\n"), DispatchSettings.ALL))
                .get(RelaySettings.FORWARDED);
    }

    @Test
    void aSiteAndAFrontEndHaveTheSameRulesOfTheSameRoutes() throws Exception {
        String routes =
                "routes: [{path: /a/**, headers: {set: {X-A: a, Vary: DNT}, remove: X-B, request-set: {X-C: c}}},"
                        + " {headers: {on-errors: on, remove: [X-D]}}]\n";
        assertEquals(
                SiteConfigurationConverter.sites(YamlConfigurationReader.read(
                                file("sites:\n  - name: a\n    roots: /x\n    " + routes), NodeSettings.ALL))
                        .getFirst()
                        .rules()
                        .routes()
                        .headers()
                        .toString(),
                frontEnd(routes)
                        .of(new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, "/a/x"))
                        .headers()
                        .rules()
                        .toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    [{headers: {set: {Connection: x}}}] | f.yaml:1:11: routes: field 'connection' is made by the \
                    server and cannot be set or removed by a rule; leave it out
                    [{headers: {request-set: {Gosling-Origin: x}}}] | field 'gosling-origin' is made by the server
                    [{headers: {request-remove: X-Forwarded-For}}] | field 'X-Forwarded-For' names a client, and \
                    what an origin or a back-end is told of clients is not for routes; expected another name, \
                    relay.forwarded of a front-end
                    [{path: /a}]                       | f.yaml:1:11: routes: a route that does nothing; expected an
                    [{path: a, headers: {remove: X}}]  | key "path": value "a"; expected a path
                    [{pool: -a}]                       | key "pool": value "-a"; expected a label of back-ends
                    [{match: {hosts: a:80}, pool: a}]  | key "match.hosts": value "a:80"; expected hosts without ports
                    [{match: {host: a}, pool: a}]      | key "match.host": unknown; expected
                    [{match: {hosts: a}}]              | routes: a route that does nothing
                    [{pool: a}], relay: {tls: on}      | relay.tls: value "on" without backend; expected both
                    [{pool: a}], backend: ['a:1'], relay: {tls: on, proxy-protocol: v2} | relay.tls: value "on" with \
                    forwarding proxy and relay.proxy-protocol v2; expected
                    [{split: {pools: {a: 90}}}]        | f.yaml:1:11: routes: split.pools: percentages that are 90 \
                    in all; expected 100
                    [{redirect: {to: /x}}]             | key "redirect": unknown; expected
                    [{headers: {remove: X}}], forwarding: redirect | routes: given with forwarding redirect, by \
                    which nodes answer clients past the front-end; expected forwarding proxy, or no routes
                    [{headers: {remove: X}}], forwarding: handoff-local, handoff: {directory: /x} | routes: given \
                    with forwarding handoff-local
                    """)
    void whatIsWrongIsSaidWithWhatWasExpected(String routes, String complaint) {
        List<String> complaints = assertThrows(
                        BadConfigurationException.class,
                        () -> FrontEndConfigurationConverter.of(
                                YamlConfigurationReader.read(file("{routes: " + routes + "}"), DispatchSettings.ALL)))
                .complaints();
        assertTrue(String.join("\n", complaints).contains(complaint), () -> complaints.toString());
    }

    @Test
    void theGlobalMemorySystemIsForNodesOfACluster() throws Exception {
        FrontEndConfigurationConverter.of(YamlConfigurationReader.read(file("policy: wrr-gms"), DispatchSettings.ALL));
        Path fixed = file("policy: wrr-gms\nbackend: [a:1]\n");
        String complaint = String.valueOf(assertThrows(
                        BadConfigurationException.class,
                        () -> FrontEndConfigurationConverter.of(
                                YamlConfigurationReader.read(fixed, DispatchSettings.ALL)))
                .getMessage());
        assertEquals(
                "policy: value \"wrr-gms\" with fixed back-ends, but it is for nodes of a cluster that use each"
                        + " other's memory; expected wrr, which chooses alike, or --join",
                complaint);
    }

    @Test
    void errorPagesAreReadWithTheFileThatNamesThem() throws Exception {
        Path page = Files.writeString(folder.resolve("sorry.html"), "<p>Sorry");
        Path file = file("relay: {error-pages: {503: " + page + "}}");
        ErrorPages.Page read = FrontEndConfigurationConverter.of(
                        YamlConfigurationReader.read(file, DispatchSettings.ALL))
                .find(RelaySettings.ERROR_PAGES)
                .orElse(ErrorPages.NONE)
                .of(503);
        assertEquals("<p>Sorry", read == null ? "" : new String(read.bytes(), StandardCharsets.UTF_8));
        Files.delete(page);
        String complaint = String.valueOf(assertThrows(
                        BadConfigurationException.class, () -> YamlConfigurationReader.read(file, DispatchSettings.ALL))
                .getMessage());
        assertTrue(complaint.contains("f.yaml:1:22: key \"relay.error-pages\": value \"503=" + page), complaint);
    }

    @Test
    void packetDispatchersHaveNoRoutes() throws Exception {
        Path file = file("forwarding: lsmac\nvip: 10.99.0.1\ninterface: e0\nroutes: [{headers: {remove: X}}]\n");
        String complaint = String.valueOf(assertThrows(
                        BadConfigurationException.class,
                        () -> PacketConfigurationConverter.of(YamlConfigurationReader.read(file, DispatchSettings.ALL)))
                .getMessage());
        assertEquals("forwarding lsmac sees packets and no requests; leave out routes", complaint);
    }

    @Test
    void routesOutsideOfSitesAreForNodesThatDispatch() throws Exception {
        Path file = file("routes: [{headers: {remove: X}}]");
        String complaint = String.valueOf(assertThrows(
                        BadConfigurationException.class,
                        () -> NodeFrontEndConfigurationConverter.of(
                                YamlConfigurationReader.read(file, NodeSettings.ALL)))
                .getMessage());
        assertTrue(complaint.endsWith("expected them in an item of sites, or dispatch on"), complaint);
    }
}
