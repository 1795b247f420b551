package io.gosling.node.settings;

import io.gosling.settings.Declarations;
import io.gosling.settings.Kind;
import io.gosling.settings.Setting;
import io.gosling.settings.Values;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.compression.ContentCoding;
import io.gosling.site.rules.PathPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The settings of one site: an item of {@code sites} in a node's configuration file. */
public final class SiteSettings {
    private static final Declarations DECLARED = new Declarations();

    private static final Kind<PathPattern> PATTERN =
            Kind.of("PATTERN", "a path in which * and ** stand for any text, such as /private/**", PathPattern::parse);

    private static final Kind<String> TEXT = Kind.text("TEXT", "text");
    private static final Kind<List<String>> TEXTS = Kind.list("TEXT", "a list of texts", text -> text);

    public static final Setting<String> NAME =
            DECLARED.optional("name", TEXT, "The site in the object space; the same on every node.");
    public static final Setting<List<String>> HOSTS = DECLARED.optional(
            "hosts", TEXTS, "Host names such as example.org or *.example.org; none for all that no other site has.");
    public static final Setting<List<Path>> ROOTS = DECLARED.optional(
            "roots",
            Kind.list("DIR", "a list of directories", Path::of),
            "Directories; the first that has a document gives it. Not needed where origins answer all.");
    public static final Setting<List<String>> INDEX = DECLARED.setting(
            "index", TEXTS, "index.html", "Names that are looked for when a directory is asked for, in order.");
    public static final Setting<List<String>> FALL_BACKS = DECLARED.optional(
            "fall-backs", TEXTS, "Paths that are looked for when nothing is there, such as {path}.html or /app.html.");
    public static final Setting<Boolean> LISTING = DECLARED.setting(
            "listing", Kind.toggle(), "off", "Whether a directory without an index shows what it holds.");
    public static final Setting<Map<String, String>> ERROR_PAGES = DECLARED.optional(
            "error-pages",
            Kind.pairs("STATUS=PATH", "statuses from 400 to 599, each with the path of a page"),
            "Pages of the site that are shown for errors.");

    public static final Setting<PathPattern> FROM = DECLARED.optional("from", PATTERN, "The paths it is about.");
    public static final Setting<String> TO =
            DECLARED.optional("to", TEXT, "Where they lead; $1 is what the first star stood for.");
    public static final Setting<Integer> STATUS =
            DECLARED.setting("status", Kind.integer("STATUS", 301, 308), "301", "Of 301, 302, 303, 307, 308.");
    public static final Setting<List<Values>> REDIRECTS = DECLARED.optional(
            "redirects",
            Kind.sections("redirects, each with from and to", List.of(FROM, TO, STATUS)),
            "Sends clients on; the first that fits.");
    public static final Setting<List<Values>> REWRITES = DECLARED.optional(
            "rewrites",
            Kind.sections("rewrites, each with from and to", List.of(FROM, TO)),
            "Looks another path up instead, unseen by clients; the first that fits.");

    public static final Setting<PathPattern> PATH = DECLARED.setting("path", PATTERN, "/**", "The paths it is about.");
    public static final Setting<Map<String, String>> SET = DECLARED.optional(
            "set", Kind.pairs("NAME=VALUE", "names of header fields, each with its value"), "Fields of the answer.");
    public static final Setting<Boolean> ON_ERRORS =
            DECLARED.setting("on-errors", Kind.toggle(), "off", "Whether errors get them too.");
    public static final Setting<List<Values>> HEADERS = DECLARED.optional(
            "headers",
            Kind.sections("header rules, each with path and set", List.of(PATH, SET, ON_ERRORS)),
            "Header fields by path; all that fit, the later one counts.");

    public static final Setting<List<String>> ORIGINS =
            DECLARED.optional("origins", TEXTS, "Origins such as https://app.example.org, or *.");
    public static final Setting<List<String>> METHODS =
            DECLARED.optional("methods", TEXTS, "Methods that a preflight allows.");
    public static final Setting<List<String>> REQUEST_HEADERS =
            DECLARED.optional("request-headers", TEXTS, "Fields that a preflight allows.");
    public static final Setting<List<String>> EXPOSED_HEADERS =
            DECLARED.optional("exposed-headers", TEXTS, "Fields of answers that scripts may read.");
    public static final Setting<Boolean> CREDENTIALS =
            DECLARED.setting("credentials", Kind.toggle(), "off", "Whether cookies and passwords may go along.");
    public static final Setting<Duration> MAX_AGE = DECLARED.setting(
            "max-age",
            Kind.duration(Duration.ZERO, Duration.ofDays(1)),
            "5s",
            "How long browsers may remember a preflight's answer.");
    public static final Setting<List<Values>> CORS = DECLARED.optional(
            "cors",
            Kind.sections(
                    "rules, each with path and origins",
                    List.of(PATH, ORIGINS, METHODS, REQUEST_HEADERS, EXPOSED_HEADERS, CREDENTIALS, MAX_AGE)),
            "What scripts of other origins may do; the first rule that fits.");

    public static final Setting<List<AddressBlock>> ALLOW = DECLARED.optional(
            "allow",
            Kind.list("ADDRESSES", "addresses or blocks such as 10.0.0.0/8", AddressBlock::parse),
            "Clients that are let in; all, if there are none.");
    public static final Setting<List<AddressBlock>> DENY = DECLARED.optional(
            "deny",
            Kind.list("ADDRESSES", "addresses or blocks such as 10.9.0.0/16", AddressBlock::parse),
            "Clients that are not let in.");
    public static final Setting<Path> USERS = DECLARED.optional(
            "users", Kind.path("FILE", "a file"), "File with users and passwords; gosling password makes its lines.");
    public static final Setting<String> REALM =
            DECLARED.setting("realm", TEXT, "restricted", "What browsers show when they ask for the password.");
    public static final Setting<Boolean> EDIT =
            DECLARED.setting("edit", Kind.toggle(), "off", "Whether who is let in may PUT and DELETE documents.");
    public static final Setting<List<Values>> ACCESS = DECLARED.optional(
            "access",
            Kind.sections("rules, each with path", List.of(PATH, ALLOW, DENY, USERS, REALM, EDIT)),
            "Who may use which paths; all rules that fit must let a client in.");

    public static final Setting<List<Values>> FORWARDED = DECLARED.optional(
            "origins",
            Kind.sections("origins, each with servers", SiteOriginSettings.ALL),
            "Other servers that answer some paths; the first that fits. See docs/caching.md.");

    public static final Setting<List<ContentCoding>> PRECOMPRESSED = DECLARED.optional(
            "compression.precompressed",
            Kind.list("CODING", "a list of br, zstd, gzip", SiteSettings::coding),
            "Codings whose files lie beside the documents: page.html.br, .zst, .gz.");
    public static final Setting<Boolean> GZIP = DECLARED.setting(
            "compression.gzip", Kind.toggle(), "off", "Whether texts are compressed here, once for each in memory.");
    public static final Setting<Long> LEAST = DECLARED.setting(
            "compression.least", Kind.size(0, 1L << 30), "1KiB", "Shorter documents are not compressed here.");
    public static final Setting<Long> MOST = DECLARED.setting(
            "compression.most", Kind.size(0, 1L << 30), "4MiB", "Longer documents are not compressed here.");

    /** In the order of the documents. */
    public static final List<Setting<?>> ALL = List.of(
            NAME,
            HOSTS,
            ROOTS,
            INDEX,
            FALL_BACKS,
            LISTING,
            ERROR_PAGES,
            REDIRECTS,
            REWRITES,
            HEADERS,
            CORS,
            ACCESS,
            FORWARDED,
            PRECOMPRESSED,
            GZIP,
            LEAST,
            MOST);

    private SiteSettings() {}

    private static ContentCoding coding(String token) {
        ContentCoding coding = ContentCoding.named(token);
        if (coding == null) {
            throw new IllegalArgumentException("no coding: " + token);
        }
        return coding;
    }
}
