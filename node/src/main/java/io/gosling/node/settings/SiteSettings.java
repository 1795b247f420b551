package io.gosling.node.settings;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.compression.ContentCoding;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RedirectRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The settings of one site: an item of {@code sites} in a node's configuration file. */
public final class SiteSettings {
    private static final Declarations DECLARED = new Declarations();
    private static final Declarations OF_REWRITE = new Declarations();
    private static final Declarations OF_REDIRECT = new Declarations();
    private static final Declarations OF_RULE = new Declarations();
    private static final Declarations OF_HEADER = new Declarations();
    private static final Declarations OF_CORS = new Declarations();
    private static final Declarations OF_ACCESS = new Declarations();

    private static final Kind<PathPattern> PATTERN =
            Kind.of("PATTERN", "a path in which * and ** stand for any text, such as /private/**", PathPattern::parse);

    private static final Kind<String> TEXT = Kind.text("TEXT", "text");
    private static final Kind<List<String>> TEXTS = Kind.list("TEXT", "a list of texts", text -> text);

    public static final Setting<String> NAME =
            DECLARED.optional("name", TEXT, "Name of the site in the object space; the same on every node.");
    public static final Setting<List<String>> HOSTS = DECLARED.optional(
            "hosts", TEXTS, "Host names such as example.org or *.example.org; none for all that no other site has.");
    public static final Setting<List<Path>> ROOTS = DECLARED.optional(
            "roots",
            Kind.list("DIR", "a list of directories", Path::of),
            "Directories; the first that has a document gives it. Not needed where origins answer all.");
    public static final Setting<List<String>> INDEX = DECLARED.setting(
            "index", TEXTS, "index.html", "Names that are tried when a directory is requested, in order.");
    public static final Setting<List<String>> FALL_BACKS = DECLARED.optional(
            "fall-backs", TEXTS, "Paths that are tried when a path has no document, such as {path}.html or /app.html.");
    public static final Setting<Boolean> LISTING =
            DECLARED.setting("listing", Kind.toggle(), "off", "on shows the contents of a directory without an index.");
    public static final Setting<Map<String, String>> ERROR_PAGES = DECLARED.optional(
            "error-pages",
            Kind.pairs("STATUS=PATH", "statuses from 400 to 599, each with the path of a page"),
            "Pages of the site that are shown for errors.");
    public static final Setting<Map<String, String>> MEDIA_TYPES = DECLARED.optional(
            "media-types",
            Kind.pairs("EXTENSION=TYPE", "extensions of file names, each with a media type"),
            "Media types by extension, in place of the usual ones; with a charset where there should be one.");

    public static final Setting<PathPattern> FROM =
            OF_REWRITE.optional("from", PATTERN, "Paths that the rule applies to.");
    public static final Setting<String> TO = OF_REWRITE.optional(
            "to",
            TEXT,
            "Path or URL to which the paths of from lead; $1 is the text that the first star of from stands for.");
    public static final Setting<Integer> STATUS = OF_REDIRECT.setting(
            "status",
            Kind.oneOf("STATUS", RedirectRule.STATUSES),
            "301",
            "Status of the redirect: 301, 302, 303, 307 or 308.");
    public static final Setting<List<Values>> REDIRECTS = DECLARED.optional(
            "redirects",
            Kind.sections(
                    "redirects, each with from and to",
                    Declarations.inOrder(List.of(OF_REWRITE.all(), OF_REDIRECT.all()))),
            "Redirects of clients; the first rule that matches counts.");
    public static final Setting<List<Values>> REWRITES = DECLARED.optional(
            "rewrites",
            Kind.sections("rewrites, each with from and to", OF_REWRITE.all()),
            "Paths that are replaced by another one, unseen by clients; the first rule that matches counts.");

    public static final Setting<PathPattern> PATH =
            OF_RULE.setting("path", PATTERN, "/**", "Paths that the rule applies to.");
    public static final Setting<Map<String, String>> SET = OF_HEADER.optional(
            "set",
            Kind.pairs("NAME=VALUE", "names of header fields, each with its value"),
            "Headers added to the response, in place of those of their names.");
    public static final Setting<List<String>> REMOVE =
            OF_HEADER.optional("remove", TEXTS, "Names of headers removed from the response before set adds any.");
    public static final Setting<Boolean> ON_ERRORS =
            OF_HEADER.setting("on-errors", Kind.toggle(), "off", "on changes the headers of error responses too.");
    public static final Setting<Map<String, String>> REQUEST_SET = OF_HEADER.optional(
            "request-set",
            Kind.pairs("NAME=VALUE", "names of header fields, each with its value"),
            "Headers of requests that go to an origin, in place of the client's.");
    public static final Setting<List<String>> REQUEST_REMOVE = OF_HEADER.optional(
            "request-remove", TEXTS, "Names of headers that requests lose before they go to an origin.");
    public static final Setting<List<Values>> HEADERS = DECLARED.optional(
            "headers",
            Kind.sections(
                    "header rules, each with path and set, remove, request-set or request-remove",
                    Declarations.inOrder(List.of(OF_RULE.all(), OF_HEADER.all()))),
            "Headers of responses, and of requests to origins, by path; all rules that match apply, and of two"
                    + " that set the same header the later counts.");

    public static final Setting<List<String>> ORIGINS =
            OF_CORS.optional("origins", TEXTS, "Origins such as https://app.example.org, or *.");
    public static final Setting<List<String>> METHODS =
            OF_CORS.optional("methods", TEXTS, "Methods that a preflight allows.");
    public static final Setting<List<String>> REQUEST_HEADERS =
            OF_CORS.optional("request-headers", TEXTS, "Request headers that a preflight allows.");
    public static final Setting<List<String>> EXPOSED_HEADERS =
            OF_CORS.optional("exposed-headers", TEXTS, "Response headers that scripts may read.");
    public static final Setting<Boolean> CREDENTIALS =
            OF_CORS.setting("credentials", Kind.toggle(), "off", "on lets scripts send cookies and passwords.");
    public static final Setting<Duration> MAX_AGE = OF_CORS.setting(
            "max-age",
            Kind.duration(Duration.ZERO, Duration.ofDays(1)),
            "5s",
            "Time for which browsers may keep the response to a preflight.");
    public static final Setting<List<Values>> CORS = DECLARED.optional(
            "cors",
            Kind.sections(
                    "rules, each with path and origins", Declarations.inOrder(List.of(OF_RULE.all(), OF_CORS.all()))),
            "Permissions of scripts of other origins; the first rule that matches counts.");

    public static final Setting<List<AddressBlock>> ALLOW = OF_ACCESS.optional(
            "allow",
            Kind.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Addresses of clients that are allowed; all by default.");
    public static final Setting<List<AddressBlock>> DENY = OF_ACCESS.optional(
            "deny",
            Kind.list("ADDRESSES", "addresses or blocks such as 10.9.0.0/16", AddressBlock::parse),
            "Addresses of clients that are refused.");
    public static final Setting<Path> USERS = OF_ACCESS.optional(
            "users", Kind.path("FILE", "a file"), "File with users and passwords; gosling password makes its lines.");
    public static final Setting<String> REALM =
            OF_ACCESS.setting("realm", TEXT, "restricted", "Text that browsers show when they ask for the password.");
    public static final Setting<Boolean> EDIT = OF_ACCESS.setting(
            "edit", Kind.toggle(), "off", "on lets clients that are allowed PUT and DELETE documents.");
    public static final Setting<List<Values>> ACCESS = DECLARED.optional(
            "access",
            Kind.sections("rules, each with path", Declarations.inOrder(List.of(OF_RULE.all(), OF_ACCESS.all()))),
            "Access by path; all rules that match must allow a client.");

    public static final Setting<List<Values>> FORWARDED = DECLARED.optional(
            "origins",
            Kind.sections("origins, each with servers", SiteOriginSettings.ALL),
            "Other servers that answer some paths; the first rule that matches counts. See docs/caching.md.");

    public static final Setting<List<ContentCoding>> PRECOMPRESSED = DECLARED.optional(
            "compression.precompressed",
            Kind.list("CODING", "a list of br, zstd, gzip", SiteSettings::coding),
            "Codings whose files lie beside the documents: page.html.br, .zst, .gz.");
    public static final Setting<Boolean> GZIP = DECLARED.setting(
            "compression.gzip",
            Kind.toggle(),
            "off",
            "on compresses texts on this node: documents once while they are in memory, other answers as they are"
                    + " sent.");
    public static final Setting<Long> LEAST = DECLARED.setting(
            "compression.least",
            Kind.size(0, 1L << 30),
            "1KiB",
            "Size below which nothing is compressed by compression.gzip.");
    public static final Setting<Long> MOST = DECLARED.setting(
            "compression.most",
            Kind.size(0, 1L << 30),
            "4MiB",
            "Size above which nothing is compressed by compression.gzip.");
    public static final Setting<List<PathPattern>> EXCEPT = DECLARED.optional(
            "compression.except",
            Kind.list("PATTERN", "a list of paths in which * and ** stand for any text", PathPattern::parse),
            "Paths whose answers from origins are not compressed, such as those of pages with secrets.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    private SiteSettings() {}

    private static ContentCoding coding(String token) {
        ContentCoding coding = ContentCoding.named(token);
        if (coding == null) {
            throw new IllegalArgumentException("no coding: " + token);
        }
        return coding;
    }
}
