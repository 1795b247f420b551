package io.gosling.replication.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.RequestDestination;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.graph.SiteFile.Reading;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the links that stay unchanged, with the reasons. */
class LinkSafetyCheckTest {
    private static final String B = "http://b.example:8080";

    private static PageLinkAnalysis prepared(String html, String mediaType, LinkRuleSettings rules) {
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        PageLinks links = PageLinks.of(bytes, mediaType);
        SiteFile page = new SiteFile("/p.html", mediaType, new FileStamp(1, 1, ""), Reading.READ, links);
        LinkGraph graph = LinkGraph.of(List.of(
                page,
                file("/index.html", "text/html"),
                read("/q.html", "text/html", ""),
                file("/unread.html", "text/html"),
                file("/unread.css", "text/css"),
                read("/form.html", "text/html", "<form><input name=a></form>"),
                read("/part.html", "text/html", "<form action='#x'></form>"),
                read("/button.html", "text/html", "<form action=/f><button formaction=''>x</button></form>"),
                read("/input.html", "text/html", "<form action=/f><input type=submit formaction='#x'></form>"),
                read("/away.html", "text/html", "<form action=/f><button>x</button><input name=y></form>"),
                read("/self.html", "text/html", meta("img-src 'self'")),
                read("/base.html", "text/html", meta("base-uri 'none'")),
                read("/other.html", "text/html", meta("img-src http://a.example")),
                file("/i.svg", "image/svg+xml"),
                file("/feed.xml", "application/xml"),
                file("/f", "application/octet-stream")));
        return PageLinkAnalysis.of(page, links, SiteLinkConstraints.of(graph, Set.of("/index.html"), rules));
    }

    private static String meta(String policy) {
        return "<meta http-equiv=Content-Security-Policy content=\"" + policy + "\">";
    }

    private static SiteFile read(String path, String type, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new SiteFile(path, type, new FileStamp(bytes.length, 1, ""), Reading.READ, PageLinks.of(bytes, type));
    }

    private static SiteFile file(String path, String type) {
        return new SiteFile(path, type, new FileStamp(1, 1, ""), Reading.NO_PAGE, null);
    }

    private static RequestDestination first(PageLinkAnalysis page) {
        return page.links().getFirst().link().use().destination();
    }

    private static LinkVerdict only(String html, LinkRuleSettings rules) {
        List<PageLinkAnalysis.PreparedLink> links =
                prepared(html, "text/html", rules).links();
        assertEquals(1, links.size(), links::toString);
        return links.getFirst().verdict();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <img src=f>                                             | CHOSEN
            <script src=f></script>                                 | CHOSEN
            <link rel=stylesheet href=f>                            | CHOSEN
            <link rel="alternate stylesheet" href=f>                | CHOSEN
            <link rel=icon href=f>                                  | CHOSEN
            <video src=f></video>                                   | CHOSEN
            <video><source src=f></video>                           | CHOSEN
            <img src=f?v=3>                                         | CHOSEN
            <img src=f?20251122>                                    | CHOSEN
            <img src="f?v=3&amp;token=x">                           | QUERY
            <img src=f?X-Amz-Signature=abc>                         | QUERY
            <img src=f?logout>                                      | QUERY
            <script src=f integrity=sha256-x></script>              | INTEGRITY
            <script src=f integrity=sha256-x crossorigin></script>  | INTEGRITY
            <script src=f type=module></script>                     | MODULE
            <link rel=modulepreload href=f>                         | MODULE
            <canvas></canvas><img src=f>                            | CANVAS
            <canvas></canvas><video src=f></video>                  | CANVAS
            <canvas></canvas><video poster=f></video>               | CANVAS
            <canvas></canvas><img src=f crossorigin>                | CORS
            <canvas></canvas><script src=f></script>                | CHOSEN
            <canvas></canvas><link rel=stylesheet href=f>           | CHOSEN
            <img src=f crossorigin>                                 | CORS
            <img src=f crossorigin=use-credentials>                 | CREDENTIALS
            <video crossorigin><source src=f></video>               | CORS
            <picture><source srcset="f 2x"><img crossorigin></picture> | CORS
            <link rel=preload as=font href=f crossorigin>           | FONT
            <style>@font-face { src: url(f) }</style>               | FONT
            <style>p { mask-image: url(f) }</style>                 | CORS
            <style>p { background: url(f) }</style>                 | CHOSEN
            <style>@font-face { font-family: x; } p { background: url(f) }</style> | CHOSEN
            <style>@import url(f);</style>                          | CHOSEN
            <svg><use href="f#x"/></svg>                            | SAME_ORIGIN
            <link rel=manifest href=f>                              | SAME_ORIGIN
            <video><track src=f></video>                            | SAME_ORIGIN
            <iframe src=q.html></iframe>                            | SAME_ORIGIN
            <object data=f></object>                                | SAME_ORIGIN
            <a href=f download>                                     | DOWNLOAD
            <link rel=serviceworker href=f>                         | SERVICE_WORKER
            <link rel=canonical href=q.html>                        | NAME
            <link rel=alternate hreflang=de href=q.html>            | NAME
            <blockquote cite=q.html></blockquote>                   | NAME
            <link rel=prefetch href=f>                              | OTHER
            <a href=q.html>                                         | DOCUMENT
            <a href=f>                                              | DOCUMENT
            <a href=/>                                              | ENTRY
            <form action=f></form>                                  | FORM
            <base href=/f>                                          | BASE
            <img src=gone>                                          | BROKEN
            <img src=http://c.example/f>                            | OUTSIDE
            """)
    void onlyWhatIsSafeIsChosenByDefault(String html, LinkVerdict verdict) {
        assertEquals(verdict, only(html, LinkRuleSettings.safe()));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <a href=q.html>                                               | CHOSEN
            <a href=f>                                                    | CHOSEN
            <a href=/>                                                    | ENTRY
            <script src=f type=module></script>                           | MODULE
            <script src=f type=module integrity=sha256-x crossorigin></script> | MODULE
            <link rel=modulepreload href=f crossorigin>                   | MODULE
            <canvas></canvas><img src=f>                                  | CANVAS
            <canvas></canvas><img src=f crossorigin>                      | CHOSEN
            <style>@font-face { src: url(f) }</style>                     | CHOSEN
            <script src=f integrity=sha256-x crossorigin></script>        | CHOSEN
            <script src=f integrity=sha256-x></script>                    | INTEGRITY
            <link rel=stylesheet href=f integrity=sha256-x crossorigin>   | INTEGRITY
            <img src=f crossorigin=use-credentials>                       | CREDENTIALS
            <link rel=canonical href=q.html>                              | NAME
            <a href=unread.html>                                          | UNREAD
            <link rel=stylesheet href=unread.css>                         | UNREAD
            <a href=i.svg>                                                | UNREAD
            <a href=feed.xml>                                             | UNREAD
            <img src=i.svg>                                               | CHOSEN
            <a href=form.html>                                            | BOUND
            <a href=part.html>                                            | BOUND
            <a href=button.html>                                          | BOUND
            <a href=input.html>                                           | BOUND
            <a href=away.html>                                            | CHOSEN
            <a href=self.html>                                            | BOUND
            <a href=base.html>                                            | BOUND
            <a href=other.html>                                           | CHOSEN
            """)
    void moreIsChosenWhenAskedFor(String html, LinkVerdict verdict) {
        assertEquals(
                verdict,
                only(
                        html,
                        LinkRuleSettings.safe()
                                .with(LinkRuleSettings.DOCUMENTS, true)
                                .with(LinkRuleSettings.CORS, true)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            img-src 'self'                            | false
            img-src *                                 | true
            img-src 'self' http://b.example:8080      | true
            img-src b.example:8080                    | true
            img-src b.example                         | false
            img-src *.example:8080                    | true
            img-src http://*.example:8080             | true
            img-src https://b.example:8080            | false
            img-src http:                             | true
            img-src 'none'                            | false
            default-src 'self'                        | false
            default-src 'self'; img-src http:         | true
            script-src 'self'                         | true
            sandbox allow-scripts                     | false
            IMG-SRC HTTP://B.EXAMPLE:8080             | true
            ``                                        | true
            """)
    void aPolicyAllowsAnOrigin(String policy, boolean allowed) {
        assertEquals(allowed, ContentSecurityPolicy.parse(policy).allows(RequestDestination.IMAGE, B));
    }

    @Test
    void aPageIsBoundByThePolicyItIsSentWith() {
        LinkRuleSettings sent = LinkRuleSettings.safe()
                .with(LinkRuleSettings.DOCUMENTS, true)
                .with(LinkRuleSettings.CORS, true)
                .with(LinkRuleSettings.CONTENT_POLICY, "default-src 'none', script-src 'SELF'");
        assertEquals(LinkVerdict.BOUND, only("<a href=q.html>", sent));
    }

    @Test
    void oneHeaderFieldMayHaveSeveralPolicies() {
        LinkRuleSettings rules = LinkRuleSettings.safe()
                .with(LinkRuleSettings.CONTENT_POLICY, "img-src *; font-src *, img-src 'self', ,");
        assertEquals(2, rules.policies().size());
        PageLinkAnalysis page = prepared("<img src=f>", "text/html", rules);
        assertFalse(page.allows(first(page), B));
    }

    @Test
    void whereRequestsAreUpgradedNothingComesFromAServerWithoutTls() {
        ContentSecurityPolicy policy = ContentSecurityPolicy.parse("upgrade-insecure-requests; img-src *");
        assertFalse(policy.allows(RequestDestination.IMAGE, B));
        assertFalse(policy.allows(RequestDestination.DOCUMENT, B));
        assertTrue(policy.allows(RequestDestination.IMAGE, "https://b.example"));
        assertEquals(
                "upgrade-insecure-requests; img-src *",
                policy.extended(RequestDestination.DOCUMENT, B).text());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            default-src 'self'                          | true
            script-src 'strict-dynamic' 'nonce-x'       | false
            sandbox allow-scripts                       | false
            upgrade-insecure-requests                   | false
            """)
    void aPolicyThatNoSourceHelpsIsNotIgnoredByExtendingIt(String policy, boolean allowed) {
        LinkRuleSettings extend = LinkRuleSettings.safe()
                .with(LinkRuleSettings.EXTEND_POLICY, true)
                .with(LinkRuleSettings.CONTENT_POLICY, policy);
        PageLinkAnalysis page = prepared("<script src=f></script>", "text/html", extend);
        assertEquals(allowed, page.allows(first(page), B));
    }

    /** A style's fetches are governed by the pages that fetch the style or its importers. */
    @Test
    void aStyleIsUnderThePoliciesOfThePagesThatFetchIt() {
        LinkGraph graph = LinkGraph.of(List.of(
                read("/p.html", "text/html", meta("img-src 'self'") + "<link rel=stylesheet href=one.css>"),
                read("/free.html", "text/html", "<link rel=stylesheet href=free.css>"),
                read("/one.css", "text/css", "@import 'two.css';"),
                read("/two.css", "text/css", "@import 'one.css'; p { background: url(f) }"),
                read("/free.css", "text/css", "p { background: url(f) }"),
                file("/f", "application/octet-stream")));
        LinkRuleSettings rules = LinkRuleSettings.safe();
        assertFalse(lastAllows(graph, "/two.css", rules));
        assertTrue(lastAllows(graph, "/free.css", rules));
    }

    private static boolean lastAllows(LinkGraph graph, String style, LinkRuleSettings rules) {
        PageLinkAnalysis page = of(graph, style, rules);
        return page.allows(page.links().getLast().link().use().destination(), B);
    }

    private static PageLinkAnalysis of(LinkGraph graph, String path, LinkRuleSettings rules) {
        SiteFile file = graph.file(path).orElseThrow();
        return PageLinkAnalysis.of(
                file,
                Objects.requireNonNull(file.links()),
                SiteLinkConstraints.of(graph, Set.of("/index.html"), rules));
    }

    /** The digest is of the bytes as they are: with another address in them no page would have its style. */
    @Test
    void aStyleWhoseDigestAPageGivesStaysAsItIs() {
        LinkGraph graph = LinkGraph.of(List.of(
                read("/p.html", "text/html", "<link rel=stylesheet href=s.css?v=1 integrity=sha256-x>"),
                read("/q.html", "text/html", "<link rel=stylesheet href=s.css>"),
                read("/s.css", "text/css", "p { background: url(f) }"),
                file("/f", "application/octet-stream")));
        LinkRuleSettings rules =
                LinkRuleSettings.safe().with(LinkRuleSettings.DOCUMENTS, true).with(LinkRuleSettings.CORS, true);
        assertEquals(
                LinkVerdict.INTEGRITY,
                of(graph, "/s.css", rules).links().getFirst().verdict());
        assertEquals(
                LinkVerdict.CHOSEN,
                of(graph, "/q.html", rules).links().getFirst().verdict());
    }

    /** Under which names visitors know this server is not known: the file may be this one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <link rel=stylesheet href="http://a.example:8080/s.css" integrity=sha256-x>
            <link rel=stylesheet href="HTTPS://www.a.example/s.css?v=1" integrity=sha256-x>
            <link rel=stylesheet href="//a.example/s.css" integrity=sha256-x>
            <base href="http://a.example/d/"><link rel=stylesheet href="../s.css" integrity=sha256-x>
            """)
    void aDigestUnderTheAddressOfAServerIsOneOfItsFileHere(String html) {
        LinkGraph graph = LinkGraph.of(List.of(
                read("/p.html", "text/html", html),
                read("/s.css", "text/css", "p { background: url(f) }"),
                file("/f", "application/octet-stream")));
        assertEquals(
                LinkVerdict.INTEGRITY,
                of(graph, "/s.css", LinkRuleSettings.safe()).links().getFirst().verdict());
    }

    private static LinkVerdict ofMoved(String html, boolean cors) {
        LinkGraph graph = LinkGraph.of(List.of(
                read("/p.html", "text/html", "<a href=moved.html>x</a>"),
                read("/moved.html", "text/html", html),
                read("/q.html", "text/html", ""),
                read("/fonts.css", "text/css", "@import 'fonts.css'; @font-face { src: url(f) }"),
                read("/fonts-of-another.css", "text/css", "@import 'fonts.css';"),
                read("/plain.css", "text/css", "p { background: url(f) }"),
                file("/index.html", "text/html"),
                file("/f", "application/octet-stream")));
        LinkRuleSettings rules =
                LinkRuleSettings.safe().with(LinkRuleSettings.DOCUMENTS, true).with(LinkRuleSettings.CORS, cors);
        return of(graph, "/p.html", rules).links().getFirst().verdict();
    }

    /** Sent by another server it would have its home's fonts, modules and frames from another origin. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            <p>text</p>                                                    | CHOSEN | CHOSEN
            <img src=f><script src=f></script>                             | CHOSEN | CHOSEN
            <link rel=stylesheet href=plain.css>                           | CHOSEN | CHOSEN
            <a href=q.html>x</a><link rel=canonical href=moved.html>       | CHOSEN | CHOSEN
            <style>@font-face { src: url(f) }</style>                      | BOUND  | CHOSEN
            <link rel=preload as=font href=f crossorigin>                  | BOUND  | CHOSEN
            <link rel=stylesheet href=fonts.css>                           | BOUND  | CHOSEN
            <link rel=stylesheet href=fonts-of-another.css>                | BOUND  | CHOSEN
            <link rel=stylesheet href=http://a.example/fonts.css>          | BOUND  | CHOSEN
            <style>@import 'fonts-of-another.css';</style>                 | BOUND  | CHOSEN
            <style>p { mask-image: url(f) }</style>                        | BOUND  | CHOSEN
            <img src=f crossorigin>                                        | BOUND  | CHOSEN
            <script src=f integrity=sha256-x crossorigin></script>         | BOUND  | CHOSEN
            <script src=f integrity=sha256-x></script>                     | BOUND  | BOUND
            <script src=f type=module></script>                            | BOUND  | BOUND
            <link rel=modulepreload href=f>                                | BOUND  | BOUND
            <script type=module>import './f.js'</script>                   | BOUND  | BOUND
            <img src=f crossorigin=use-credentials>                        | BOUND  | BOUND
            <svg><use href="f#x"/></svg>                                   | BOUND  | BOUND
            <svg><use href="gone#x"/></svg>                                | BOUND  | BOUND
            <svg><use href="http://a.example:8080/f#x"/></svg>             | BOUND  | BOUND
            <video><track src=f></video>                                   | BOUND  | BOUND
            <iframe src=q.html></iframe>                                   | BOUND  | BOUND
            <link rel=manifest href=f>                                     | BOUND  | BOUND
            <link rel=serviceworker href=f>                                | BOUND  | BOUND
            <a href=f download>x</a>                                       | BOUND  | BOUND
            <canvas></canvas><img src=f>                                   | BOUND  | BOUND
            <canvas></canvas><img src=f crossorigin>                       | BOUND  | CHOSEN
            <canvas></canvas><script src=f></script>                       | CHOSEN | CHOSEN
            <style>@font-face { src: url(http://c.example/gone) }</style>  | CHOSEN | CHOSEN
            <link rel=preconnect href=http://c.example/ crossorigin>       | CHOSEN | CHOSEN
            <a href=http://c.example/q.html target=c>x</a>                 | CHOSEN | CHOSEN
            <iframe src=http://c.example/q.html></iframe>                  | CHOSEN | CHOSEN
            <a href=q.html target=c>x</a>                                  | BOUND  | BOUND
            <base href=http://a.example/><iframe src=q.html></iframe>      | BOUND  | BOUND
            <base href=http://a.example/><a href=q.html target=c>x</a>     | BOUND  | BOUND
            """)
    void aPageThatNeedsItsOwnOriginStaysThere(String html, LinkVerdict without, LinkVerdict withCors) {
        assertEquals(without, ofMoved(html, false));
        assertEquals(withCors, ofMoved(html, true));
    }

    /** All of them would have to lead home. */
    @Test
    void aPageOrStyleWithTooManyLinksDoesNotLeaveItsHome() {
        String many = "<a href=q.html>x</a>".repeat(PageLinkAnalysis.MOST_LINKS + 1);
        String images = "p { background: url(f) }".repeat(PageLinkAnalysis.MOST_LINKS + 1);
        LinkGraph graph = LinkGraph.of(List.of(
                read("/p.html", "text/html", "<a href=many.html>x</a><link rel=stylesheet href=many.css>"),
                read("/many.html", "text/html", many),
                read("/many.css", "text/css", images)));
        assertEquals(
                List.of(LinkVerdict.MANY, LinkVerdict.MANY),
                of(
                                graph,
                                "/p.html",
                                LinkRuleSettings.safe()
                                        .with(LinkRuleSettings.DOCUMENTS, true)
                                        .with(LinkRuleSettings.CORS, true))
                        .links()
                        .stream()
                        .map(PageLinkAnalysis.PreparedLink::verdict)
                        .toList());
    }

    @Test
    void whereDynamicIsStrictScriptsStayAtHome() {
        assertFalse(ContentSecurityPolicy.parse("script-src 'strict-dynamic' 'nonce-x' *")
                .allows(RequestDestination.SCRIPT, B));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            img-src 'self'               | img-src 'self' http://b.example:8080
            default-src 'self'; base-uri 'none' | default-src 'self'; base-uri 'none'; img-src 'self' \
            http://b.example:8080
            default-src 'none'           | default-src 'none'
            img-src 'none'; default-src 'self' | img-src 'none'; default-src 'self'
            img-src c.example            | img-src c.example
            img-src *                    | img-src *
            sandbox                      | sandbox
            """)
    void aPolicyIsExtendedForTheDestinationAlone(String policy, String extended) {
        assertEquals(
                extended,
                ContentSecurityPolicy.parse(policy)
                        .extended(RequestDestination.IMAGE, B)
                        .text());
    }

    @Test
    void theHeaderNamesEveryServerForAllThatMayBeChosen() {
        List<String> origins = List.of(B, "https://c.example");
        assertTrue(LinkRuleSettings.safe().policyField(origins).isEmpty());
        List<String> policies = List.of("default-src 'self'; img-src http: 'self', font-src 'self'", "sandbox");
        assertEquals(
                "default-src 'self'; img-src http: 'self', font-src 'self', sandbox",
                LinkRuleSettings.safe()
                        .with(LinkRuleSettings.CORS, true)
                        .with(LinkRuleSettings.CONTENT_POLICY, String.join(",", policies))
                        .policyField(origins)
                        .orElseThrow());
        assertEquals(
                "default-src 'self'; img-src http: 'self' https://c.example;"
                        + " style-src-elem 'self' http://b.example:8080 https://c.example;"
                        + " script-src-elem 'self' http://b.example:8080 https://c.example;"
                        + " media-src 'self' http://b.example:8080 https://c.example, font-src 'self', sandbox",
                LinkRuleSettings.safe()
                        .with(LinkRuleSettings.EXTEND_POLICY, true)
                        .with(LinkRuleSettings.CONTENT_POLICY, String.join(",", policies))
                        .policyField(origins)
                        .orElseThrow());
        assertEquals(
                "font-src 'self' http://b.example:8080 https://c.example",
                LinkRuleSettings.safe()
                        .with(LinkRuleSettings.CORS, true)
                        .with(LinkRuleSettings.EXTEND_POLICY, true)
                        .with(LinkRuleSettings.CONTENT_POLICY, "font-src 'self'")
                        .policyField(origins)
                        .orElseThrow());
    }

    /** The bytes sent are those by which links were judged. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            default-src 'self'                      | IMAGE SCRIPT STYLE MEDIA
            default-src 'self'; script-src 'none'   | IMAGE STYLE MEDIA
            default-src 'none'; img-src 'self'      | IMAGE
            default-src 'none'; script-src 'nonce-x'| ``
            img-src data:                           | SCRIPT STYLE MEDIA
            """)
    void whatIsChosenIsAllowedByWhatIsSent(String policy, String allowed) {
        String html = "<img src=f><script src=f></script><link rel=stylesheet href=f><video src=f></video>";
        LinkRuleSettings rules = LinkRuleSettings.safe()
                .with(LinkRuleSettings.CORS, true)
                .with(LinkRuleSettings.EXTEND_POLICY, true)
                .with(LinkRuleSettings.CONTENT_POLICY, policy);
        PageLinkAnalysis page = prepared(html, "text/html", rules);
        ContentSecurityPolicy sent =
                ContentSecurityPolicy.parse(rules.policyField(List.of(B)).orElseThrow());
        List<String> names = new ArrayList<>();
        for (PageLinkAnalysis.PreparedLink link : page.links()) {
            RequestDestination destination = link.link().use().destination();
            assertEquals(page.allows(destination, B), sent.allows(destination, B), policy);
            if (sent.allows(destination, B)) {
                names.add(destination.name());
            }
        }
        assertEquals(allowed, String.join(" ", names));
    }

    /** A policy by which a page runs no scripts at all is to be one still. */
    @Test
    void whatMayNotComeFromHomeMayNotComeFromACopy() {
        LinkRuleSettings rules = LinkRuleSettings.safe()
                .with(LinkRuleSettings.CORS, true)
                .with(LinkRuleSettings.EXTEND_POLICY, true)
                .with(LinkRuleSettings.CONTENT_POLICY, "default-src 'none'; img-src 'self'");
        assertEquals(
                "default-src 'none'; img-src 'self' " + B,
                rules.policyField(List.of(B)).orElseThrow());
    }

    /** Navigation to it shows a page, which may have scripts. */
    @Test
    void anImageThatIsADocumentStaysUnderThePolicyItIsSentWith() {
        LinkRuleSettings sent = LinkRuleSettings.safe()
                .with(LinkRuleSettings.EXTEND_POLICY, true)
                .with(LinkRuleSettings.CONTENT_POLICY, "default-src 'self'");
        assertEquals(LinkVerdict.BOUND, only("<img src=i.svg>", sent));
        assertEquals(LinkVerdict.CHOSEN, only("<img src=f>", sent));
        assertEquals(LinkVerdict.CHOSEN, only("<img src=i.svg>", LinkRuleSettings.safe()));
    }

    @Test
    void thePagesOwnPolicyHoldsAndThatOfTheHeaderUnlessItIsExtended() {
        String own = "<meta http-equiv=Content-Security-Policy content=\"img-src 'self'\"><img src=f>";
        LinkRuleSettings extend = LinkRuleSettings.safe().with(LinkRuleSettings.EXTEND_POLICY, true);
        PageLinkAnalysis page = prepared(own, "text/html", extend);
        assertFalse(page.allows(first(page), B));
        LinkRuleSettings header = LinkRuleSettings.safe().with(LinkRuleSettings.CONTENT_POLICY, "default-src 'self'");
        page = prepared("<img src=f>", "text/html", header);
        assertFalse(page.allows(first(page), B));
        LinkRuleSettings extended = LinkRuleSettings.safe()
                .with(LinkRuleSettings.EXTEND_POLICY, true)
                .with(LinkRuleSettings.CONTENT_POLICY, "default-src 'self'");
        page = prepared("<img src=f>", "text/html", extended);
        assertTrue(page.allows(first(page), B));
    }

    /** By this a look at the site knows that nothing has changed. */
    @Test
    void aPageThatIsPreparedAgainIsTheSame() {
        String html = meta("img-src 'self'") + "<img src=f>";
        LinkRuleSettings rules = LinkRuleSettings.safe()
                .with(LinkRuleSettings.DOCUMENTS, true)
                .with(LinkRuleSettings.CORS, true)
                .with(LinkRuleSettings.EXTEND_POLICY, true)
                .with(LinkRuleSettings.CONTENT_POLICY, "default-src 'self'");
        assertEquals(prepared(html, "text/html", rules), prepared(html, "text/html", rules));
    }

    @Test
    void linksOfAStyleAreJudgedAsThoseOfAPage() {
        PageLinkAnalysis css = prepared(
                "@import 'f'; @font-face { src: url(f) } p { background: url(f) }",
                "text/css",
                LinkRuleSettings.safe());
        assertEquals(
                List.of(LinkVerdict.CHOSEN, LinkVerdict.FONT, LinkVerdict.CHOSEN),
                css.links().stream().map(PageLinkAnalysis.PreparedLink::verdict).toList());
    }
}
