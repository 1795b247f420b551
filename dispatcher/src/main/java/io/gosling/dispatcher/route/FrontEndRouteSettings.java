package io.gosling.dispatcher.route;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.routes.RouteSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The settings of one route of a front-end, an item of {@code routes}: conditions and actions. */
public final class FrontEndRouteSettings {
    private static final SettingDeclarations CONDITIONS = new SettingDeclarations();
    private static final SettingDeclarations ACTIONS = new SettingDeclarations();

    private static final String TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}";
    private static final SettingType<Map<String, String>> VALUES =
            SettingType.pairs("NAME=VALUE", "names, each with a value, or * for any");

    public static final Setting<List<String>> HOSTS = CONDITIONS.optional(
            "match.hosts",
            SettingType.list(
                    "HOST",
                    "hosts without ports, such as img.example.org, *.example.org or [::1]",
                    RequestConditions::hostPattern),
            "Hosts that the route applies to, on any port; *.example.org stands for all names with that ending.");
    public static final Setting<List<String>> METHODS = CONDITIONS.optional(
            "match.methods",
            SettingType.list("METHOD", "methods such as GET", RequestConditions::method),
            "Methods that the route applies to.");
    public static final Setting<Map<String, String>> HEADERS = CONDITIONS.optional(
            "match.headers", VALUES, "Headers that a request must have with exactly these values; * is any value.");
    public static final Setting<Map<String, String>> COOKIES = CONDITIONS.optional(
            "match.cookies", VALUES, "Cookies that a request must have with exactly these values; * is any value.");
    public static final Setting<Map<String, String>> QUERY = CONDITIONS.optional(
            "match.query",
            VALUES,
            "Parameters that the query must have, with exactly these values as clients write them; * is any value.");

    public static final Setting<String> POOL = ACTIONS.optional(
            "pool",
            SettingType.matching("LABEL", "a label of back-ends", Backend.LABEL),
            "Label of the back-ends that may serve the request. The first route that matches and has pool or split"
                    + " counts; requests without one go to any back-end. The policy runs within the pool.");
    public static final Setting<Map<String, String>> SPLIT = ACTIONS.optional(
            "split.pools",
            SettingType.pairs("LABEL=PERCENT", "labels of back-ends, each with a whole percentage, 100 in all"),
            "Pools to which clients are divided by percentage, each client always to the same one.");
    public static final Setting<String> SPLIT_COOKIE = ACTIONS.optional(
            "split.cookie",
            SettingType.matching("NAME", "the name of a cookie", TOKEN),
            "Cookie by whose value clients are divided; without it, and by default, they are by address.");

    public static final Setting<String> STICKY_COOKIE = ACTIONS.optional(
            "sticky-cookie",
            SettingType.matching("NAME", "the name of a cookie", TOKEN),
            "Cookie that the front-end sets to keep a client's session at one back-end. Its value is an identifier that"
                    + " reveals no address. The first route that matches and has it counts.");

    public static final Setting<Duration> HEADER_TIME = ACTIONS.optional(
            "header-time",
            SettingType.duration(Duration.ofMillis(1), Duration.ofHours(1)),
            "Time within which a back-end must begin its response, instead of relay.header-time. The first route that"
                    + " matches and has it counts.");

    /** The routes of a front-end. */
    public static final SettingType<List<SettingValues>> ROUTES = SettingType.sections(
            "routes, each with conditions (path, match) and actions (pool, split, sticky-cookie, header-time,"
                    + " headers)",
            SettingDeclarations.inOrder(
                    List.of(List.of(RouteSettings.PATH), CONDITIONS.all(), ACTIONS.all(), RouteSettings.ofHeaders())));

    private FrontEndRouteSettings() {}
}
