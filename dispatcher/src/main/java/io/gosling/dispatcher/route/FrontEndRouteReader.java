package io.gosling.dispatcher.route;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.routes.RouteSectionReader;
import io.gosling.routes.RouteSettings;
import io.gosling.settings.SettingValues;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.HeaderRuleFilter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Converts the sections of {@code routes} of a front-end. Pure. */
public final class FrontEndRouteReader {
    private FrontEndRouteReader() {}

    /**
     * All routes.
     *
     * @throws IllegalArgumentException with a line for each that is wrong, which begins with its place
     */
    public static FrontEndRoutes routes(List<SettingValues> sections) {
        return new FrontEndRoutes(RouteSectionReader.each(sections, FrontEndRouteReader::route));
    }

    private static FrontEndRoutes.Route route(SettingValues route) {
        List<HeaderRule> headers = RouteSectionReader.headers(route);
        PoolChoice pools = pools(route);
        RouteActions actions = new RouteActions(
                new HeaderRuleFilter(headers),
                pools,
                route.find(FrontEndRouteSettings.STICKY_COOKIE).orElse(null),
                route.find(FrontEndRouteSettings.HEADER_TIME).orElse(null),
                pools == null ? null : conditions(route),
                false);
        if (actions.equals(RouteActions.NONE)) {
            throw new IllegalArgumentException("a route that does nothing; expected an action beside its path");
        }
        return new FrontEndRoutes.Route(
                route.get(RouteSettings.PATH),
                new RequestConditions(
                        route.find(FrontEndRouteSettings.HOSTS).orElse(List.of()),
                        route.find(FrontEndRouteSettings.METHODS).orElse(List.of()),
                        route.find(FrontEndRouteSettings.HEADERS).orElse(Map.of()),
                        route.find(FrontEndRouteSettings.COOKIES).orElse(Map.of()),
                        route.find(FrontEndRouteSettings.QUERY).orElse(Map.of())),
                actions);
    }

    /** The conditions of a route, such as {@code path /a/**, match.methods [GET]}. */
    private static String conditions(SettingValues route) {
        return Stream.of(
                        RouteSettings.PATH,
                        FrontEndRouteSettings.HOSTS,
                        FrontEndRouteSettings.METHODS,
                        FrontEndRouteSettings.HEADERS,
                        FrontEndRouteSettings.COOKIES,
                        FrontEndRouteSettings.QUERY)
                .filter(route::isGiven)
                .map(setting -> setting.name() + " " + route.get(setting))
                .collect(Collectors.joining(", "));
    }

    private static @Nullable PoolChoice pools(SettingValues route) {
        Optional<String> pool = route.find(FrontEndRouteSettings.POOL);
        Optional<Map<String, String>> split = route.find(FrontEndRouteSettings.SPLIT);
        String cookie = route.find(FrontEndRouteSettings.SPLIT_COOKIE).orElse(null);
        if (pool.isPresent() && split.isPresent()) {
            throw new IllegalArgumentException("pool: given with split; expected one of both");
        }
        if (split.isEmpty() && cookie != null) {
            throw new IllegalArgumentException(
                    "split.cookie: given without split.pools, so nothing is divided; expected both or none");
        }
        Map<String, Integer> shares = new LinkedHashMap<>();
        split.orElse(Map.of()).forEach((label, percent) -> shares.put(label, percent(label, percent)));
        if (split.isPresent()) {
            return new PoolChoice(shares, cookie);
        }
        return pool.map(PoolChoice::new).orElse(null);
    }

    private static int percent(String label, String percent) {
        if (!label.matches(Backend.LABEL) || !percent.matches("[0-9]{1,3}")) {
            throw new IllegalArgumentException("split.pools: value \"" + label + "=" + percent + "\"; expected "
                    + FrontEndRouteSettings.SPLIT.kind().expected());
        }
        return Integer.parseInt(percent);
    }
}
