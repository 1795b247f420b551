package io.gosling.node.configuration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Headers;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.YamlConfigurationReader;
import io.gosling.node.testing.Documents;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import io.gosling.site.Site;
import io.gosling.site.compression.ContentCoding;
import io.gosling.site.rules.HeaderChange;
import io.gosling.site.rules.RouteRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteConfigurationConverterTest {
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\\n(.*?)```");

    @TempDir
    private Path folder;

    private SettingValues read(String yaml) throws Exception {
        return YamlConfigurationReader.read(Files.writeString(folder.resolve("f.yaml"), yaml), NodeSettings.ALL);
    }

    private List<String> complaints(String yaml) {
        return assertThrows(BadConfigurationException.class, () -> SiteConfigurationConverter.sites(read(yaml)))
                .complaints();
    }

    @Test
    void withoutSitesThereAreNone() throws Exception {
        assertEquals(List.of(), SiteConfigurationConverter.sites(read("port: 80")));
    }

    @Test
    void everyExampleOfThePageIsValid() throws Exception {
        String page = Files.readString(Documents.ROOT.resolve("docs/sites.md"));
        Path users = Files.writeString(folder.resolve("users"), "# nobody yet\n");
        List<String> examples = YAML.matcher(page)
                .results()
                .map((MatchResult block) -> block.group(1).replace("/etc/gosling/users", users.toString()))
                .toList();
        for (String example : examples) {
            assertTrue(!SiteConfigurationConverter.sites(read(example)).isEmpty(), example);
        }
        assertEquals(8, examples.size());
    }

    @Test
    void everyKeyBecomesWhatItSays() throws Exception {
        Site site = SiteConfigurationConverter.sites(read("""
                        sites:
                          - name: main
                            hosts: [a.example, "*.b.example", München.example.]
                            media-types: {mjs: text/javascript, txt: "text/plain; charset=gbk"}
                            roots: /srv/a, /srv/b
                            fall-backs: "{path}.html"
                            error-pages: {404: /404.html}
                            routes:
                              - {path: /x, redirect: {to: /y}}
                              - {path: /v, rewrite: /w}
                              - headers:
                                  {set: {X-A: "1=2"}, remove: X-B, request-set: {X-C: c}, request-remove: [X-D, X-E]}
                                cors: {origins: "*"}
                            access: [{allow: 10.0.0.0/8}]
                            compression: {precompressed: [br], gzip: on, except: [/account/**]}
                        """)).getFirst();
        assertEquals(List.of("a.example", "*.b.example", "xn--mnchen-3ya.example"), site.hosts());
        assertEquals(
                Map.of("mjs", "text/javascript", "txt", "text/plain; charset=gbk"),
                site.content().mediaTypes());
        assertEquals(
                List.of(Path.of("/srv/a"), Path.of("/srv/b")), site.content().roots());
        assertEquals(List.of("index.html"), site.content().index());
        assertEquals(List.of(ContentCoding.BROTLI), site.content().compression().precompressed());
        assertEquals("[/account/**]", site.content().compression().except().toString());
        assertEquals("/404.html", String.valueOf(site.rules().errorPages().get(404)));
        RouteRules routes = site.rules().routes();
        assertEquals(301, routes.redirects().getFirst().status());
        assertEquals("/w", routes.rewrites().getFirst().to());
        assertEquals("1=2", routes.headers().getFirst().response().set().first("X-A"));
        assertEquals(List.of("X-B"), routes.headers().getFirst().response().remove());
        assertEquals(
                new HeaderChange(Headers.of("X-C", "c"), List.of("X-D", "X-E")),
                routes.headers().getFirst().request());
        assertEquals(1, site.rules().access().getFirst().addresses().allow().size());
        assertEquals("/**", routes.crossOrigin().getFirst().path().toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {name: a, roots: /x, rots: /y}                          | f.yaml:2:26: key "rots": unknown; expected
                    {name: a, roots: /x, listing: maybe}                    | f.yaml:2:35: key "listing": value "maybe"
                    {name: a, roots: /x, routes: [{path: x, rewrite: /y}]}  | key "path": value "x"; expected a path
                    {name: a, roots: /x, routes: [{redirect: {status: 399}}]} | key "redirect.status": value "399"; \
                    expected one of 301, 302, 303, 307, 308
                    {name: a, roots: /x, routes: [{redirect: {status: 304}}]} | value "304"; expected one of 301, 302
                    {name: a, roots: /x, routes: [{redirect: {status: soon}}]} | value "soon"; expected one of 301, 302
                    {name: a, roots: /x, routes: {path: /x}}                | key "routes": a mapping; expected routes
                    {name: a, roots: /x, redirects: [{from: /x, to: /y}]}   | key "redirects": unknown; expected
                    {name: a, roots: /x, routes: [{path: /x, rewrites: y}]} | key "rewrites": unknown; expected
                    {name: a, roots: /x, routes: [{path: /x}]}              | f.yaml:2:35: sites: a: routes: a route \
                    that does nothing; expected an action
                    {name: a, roots: /x, routes: [{path: /x, redirect: {status: 302}}]} | f.yaml:2:35: sites: a: \
                    routes: redirect.to: missing; expected a path or a URL
                    {name: a, roots: /x, routes: [{redirect: {to: /y}}]}    | routes: path: missing; expected a path
                    {name: a, roots: /x, routes: [{rewrite: /y}]}           | routes: path: missing; expected a path
                    {name: a, roots: /x, routes: [{path: /x, redirect: {to: y}}]} | f.yaml:2:35: sites: a: routes: \
                    target 'y' must be a path
                    {name: a, roots: /x, routes: [{headers: {set: {A: 1, a: 2}}}]} | field 'a' is there twice; expected
                    {name: a, roots: /x, routes: [{cors: {methods: PUT}}]}  | routes: cors.origins: missing; expected
                    {name: a}                                               | f.yaml:2:5: sites: a: roots: missing; \
                    expected a list of
                    {roots: /x}                                             | f.yaml:2:5: sites: number 1: name: missing
                    {name: A, roots: /x}                                    | f.yaml:2:5: sites: A: site 'A' must be \
                    called by
                    {name: a, roots: /x, error-pages: {200: /x}}            | an error page for 200; expected a status
                    {name: a, roots: /x, media-types: {.x: text/x}}         | media-types: .x: text/x: expected an
                    {name: a, roots: /x, media-types: {x: text}}            | media-types: x: text: expected an
                    {name: a, roots: /x, access: [{users: /none/users}]}    | users: /none/users cannot be read
                    {name: a, roots: /x, access: [{allow: 10.0.0.1/8}]}     | key "allow": value "10.0.0.1/8"; expected
                    {name: a, roots: /x, compression: {precompressed: [z]}} | key "compression.precompressed": value "z"
                    {name: a, roots: /x, routes: [{headers: {set: {Date: x}}}]} | f.yaml:2:35: sites: a: routes: \
                    field 'date' is made by the server
                    {name: a, roots: /x, routes: [{headers: {on-errors: on}}]} | f.yaml:2:35: sites: a: routes: \
                    headers that change nothing; expected set, remove, request-set or
                    {name: a, roots: /x, routes: [{headers: {remove: [ETag]}}]} | field 'etag' is made by the server
                    {name: a, roots: /x, routes: [{headers: {request-set: {X-Real-IP: x}}}]} | field 'X-Real-IP' \
                    names a client
                    text                                                    | value "text"; expected a mapping of \
                    settings
                    """)
    void whatIsWrongIsSaidWithItsPlaceAndWhatWasExpected(String item, String complaint) {
        List<String> complaints = complaints("sites:\n  - " + item + "\n");
        assertTrue(String.join("\n", complaints).contains(complaint), () -> complaints.toString());
    }

    @Test
    void everyRuleThatIsWrongIsNamed() {
        assertEquals(
                List.of(
                        "f.yaml:4:14: sites: a: routes: redirect.to: missing; expected a path",
                        "f.yaml:5:9: sites: a: routes: target 'x' must be a path"),
                complaints("""
                        sites:
                          - name: a
                            roots: /x
                            routes: [{path: /a, redirect: {status: 302}},
                                {path: /b, redirect: {to: x}}]
                        """).stream()
                        .map(text -> text.replaceFirst("^.*/f", "f").replaceFirst("a path .*", "a path"))
                        .toList());
    }

    @Test
    void sitesThatAreInEachOthersWayAreRefused() {
        String two = "sites:\n  - {name: a, roots: /x}\n  - {name: b, roots: /y}\n";
        assertEquals(List.of("sites: sites a and b both have no hosts; a request can go to one"), complaints(two));
        assertTrue(complaints("dir: /x\nsites:\n  - {name: a, roots: /x}\n")
                .getFirst()
                .startsWith("dir: given"));
    }
}
