package io.gosling.dispatcher.testing;

import io.gosling.dispatcher.route.FrontEndRouteReader;
import io.gosling.dispatcher.route.FrontEndRouteSettings;
import io.gosling.dispatcher.route.FrontEndRoutes;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.routes.RouteSettings;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import java.util.List;
import java.util.stream.Stream;

/** Routes of front-ends, as files would have them. */
public final class Routes {
    private Routes() {}

    /** A route that sends a path to a pool. */
    public static SettingValues pool(String path, String label) {
        return route(path, FrontEndRouteSettings.POOL, label);
    }

    /** A route with one more setting than its path. */
    public static SettingValues route(String path, Setting<?> setting, String... items) {
        return SettingValues.none().with(RouteSettings.PATH, List.of(path)).with(setting, List.of(items));
    }

    public static FrontEndRoutes of(SettingValues... routes) {
        return FrontEndRouteReader.routes(List.of(routes));
    }

    /** These settings with routes, which replace others. */
    public static FrontEndSettings in(FrontEndSettings settings, SettingValues... routes) {
        return settings.of(settings.values().withSections(FrontEndSettings.ROUTES, List.of(routes)));
    }

    /** These settings with routes to pools, of {@code PATH=LABEL}. */
    public static FrontEndSettings pools(FrontEndSettings settings, String... pools) {
        return in(
                settings,
                Stream.of(pools)
                        .map(text -> text.split("=", 2))
                        .map(pool -> pool(pool[0], pool[1]))
                        .toArray(SettingValues[]::new));
    }
}
