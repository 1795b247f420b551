package io.gosling.routes;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RedirectRule;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings of one route of a site: a path, and actions for it. An item of {@code routes}. A new action is a group
 * of settings here, and a rule that {@link RouteSectionReader} makes of them. Front-ends share path and headers.
 */
public final class RouteSettings {
    private static final SettingDeclarations MATCH = new SettingDeclarations();
    static final SettingDeclarations REDIRECTS = new SettingDeclarations();
    static final SettingDeclarations REWRITES = new SettingDeclarations();
    static final SettingDeclarations HEADERS = new SettingDeclarations();
    static final SettingDeclarations CORS = new SettingDeclarations();

    private static final SettingType<List<String>> TEXTS = SettingType.list("TEXT", "a list of texts", text -> text);
    private static final SettingType<Map<String, String>> FIELDS =
            SettingType.pairs("NAME=VALUE", "names of header fields, each with its value");

    public static final Setting<PathPattern> PATH = MATCH.setting(
            "path",
            SettingType.of(
                    "PATTERN", "a path in which * and ** stand for any text, such as /private/**", PathPattern::parse),
            "/**",
            "Paths that the route applies to.");

    public static final Setting<String> REDIRECT = REDIRECTS.optional(
            "redirect.to",
            SettingType.text("TEXT", "a path or a URL such as /new/$1"),
            "Path or URL to which clients are redirected; $1 is the text that the first star of path stands for. The"
                    + " first route that matches and redirects counts.");
    public static final Setting<Integer> STATUS = REDIRECTS.setting(
            "redirect.status",
            SettingType.oneOf("STATUS", RedirectRule.STATUSES),
            "301",
            "Status of the redirect: 301, 302, 303, 307 or 308.");

    public static final Setting<String> REWRITE = REWRITES.optional(
            "rewrite",
            SettingType.text("TEXT", "a path such as /new/$1"),
            "Path that replaces the requested one, unseen by clients. The first route that matches and rewrites"
                    + " counts.");

    public static final Setting<Map<String, String>> SET = HEADERS.optional(
            "headers.set",
            FIELDS,
            "Headers added to the response, in place of those of their names. All routes that match apply, and of two"
                    + " that set the same header the later counts.");
    public static final Setting<List<String>> REMOVE = HEADERS.optional(
            "headers.remove", TEXTS, "Names of headers removed from the response before set adds any.");
    public static final Setting<Boolean> ON_ERRORS = HEADERS.setting(
            "headers.on-errors", SettingType.toggle(), "off", "on changes the headers of error responses too.");
    public static final Setting<Map<String, String>> REQUEST_SET = HEADERS.optional(
            "headers.request-set",
            FIELDS,
            "Headers of requests that go to an origin or a back-end, in place of the client's.");
    public static final Setting<List<String>> REQUEST_REMOVE = HEADERS.optional(
            "headers.request-remove",
            TEXTS,
            "Names of headers that requests lose before they go to an origin or a back-end.");

    public static final Setting<List<String>> ORIGINS = CORS.optional(
            "cors.origins",
            TEXTS,
            "Origins such as https://app.example.org, or *, whose scripts have permission. The first route that"
                    + " matches and has cors counts.");
    public static final Setting<List<String>> METHODS =
            CORS.optional("cors.methods", TEXTS, "Methods that a preflight allows.");
    public static final Setting<List<String>> REQUEST_HEADERS =
            CORS.optional("cors.request-headers", TEXTS, "Request headers that a preflight allows.");
    public static final Setting<List<String>> EXPOSED_HEADERS =
            CORS.optional("cors.exposed-headers", TEXTS, "Response headers that scripts may read.");
    public static final Setting<Boolean> CREDENTIALS = CORS.setting(
            "cors.credentials", SettingType.toggle(), "off", "on lets scripts send cookies and passwords.");
    public static final Setting<Duration> MAX_AGE = CORS.setting(
            "cors.max-age",
            SettingType.duration(Duration.ZERO, Duration.ofDays(1)),
            "5s",
            "Time for which browsers may keep the response to a preflight.");

    /** The routes of a site. */
    public static final SettingType<List<SettingValues>> OF_SITES = SettingType.sections(
            "routes, each with path and redirect, rewrite, headers or cors",
            SettingDeclarations.inOrder(
                    List.of(MATCH.all(), REDIRECTS.all(), REWRITES.all(), HEADERS.all(), CORS.all())));

    private RouteSettings() {}

    /** The settings of header changes, which routes of front-ends have too. */
    public static List<Setting<?>> ofHeaders() {
        return HEADERS.all();
    }
}
