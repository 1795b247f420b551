package io.gosling.routes;

import io.gosling.http.Headers;
import io.gosling.netty.http1.ForwardingHeaderNames;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingValues;
import io.gosling.site.rules.CorsRule;
import io.gosling.site.rules.HeaderChange;
import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.PathPattern;
import io.gosling.site.rules.RedirectRule;
import io.gosling.site.rules.RewriteRule;
import io.gosling.site.rules.RouteRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Converts the sections of {@code routes} to rules. Pure. */
public final class RouteSectionReader {
    private RouteSectionReader() {}

    /**
     * Converts all routes.
     *
     * @throws IllegalArgumentException with a line for each that is wrong, which begins with its place
     */
    public static <R> List<R> each(List<SettingValues> routes, Function<SettingValues, R> reading) {
        List<R> read = new ArrayList<>();
        List<String> complaints = new ArrayList<>();
        for (SettingValues route : routes) {
            try {
                read.add(reading.apply(route));
            } catch (IllegalArgumentException e) {
                complaints.add(route.place() + "routes: " + e.getMessage());
            }
        }
        if (!complaints.isEmpty()) {
            throw new IllegalArgumentException(String.join("\n", complaints));
        }
        return read;
    }

    /**
     * One route, which has at most one rule for each action.
     *
     * @throws IllegalArgumentException when something is missing, or values that are each right do not go together
     */
    public static RouteRules route(SettingValues route) {
        RouteRules rules = new RouteRules(
                action(RouteSettings.REDIRECTS, route, RouteSectionReader::redirect),
                action(RouteSettings.REWRITES, route, RouteSectionReader::rewrite),
                headers(route),
                action(RouteSettings.CORS, route, RouteSectionReader::crossOrigin));
        if (rules.equals(RouteRules.NONE)) {
            throw new IllegalArgumentException("a route that does nothing; expected an action beside its path");
        }
        return rules;
    }

    private static <A> List<A> action(
            SettingDeclarations action, SettingValues route, Function<SettingValues, A> reading) {
        boolean given = action.all().stream().anyMatch(route::isGiven);
        return given ? List.of(reading.apply(route)) : List.of();
    }

    private static RedirectRule redirect(SettingValues route) {
        return new RedirectRule(from(route), required(route, RouteSettings.REDIRECT), route.get(RouteSettings.STATUS));
    }

    private static RewriteRule rewrite(SettingValues route) {
        return new RewriteRule(from(route), required(route, RouteSettings.REWRITE));
    }

    /** Returns the path of a redirect or rewrite, which would rarely be meant for all paths. */
    private static PathPattern from(SettingValues route) {
        if (!route.isGiven(RouteSettings.PATH)) {
            throw missing(RouteSettings.PATH);
        }
        return route.get(RouteSettings.PATH);
    }

    /**
     * The header rule of a route; none if it changes no headers.
     *
     * @throws IllegalArgumentException as {@link #route}
     */
    public static List<HeaderRule> headers(SettingValues route) {
        return action(RouteSettings.HEADERS, route, RouteSectionReader::headerRule);
    }

    private static HeaderRule headerRule(SettingValues route) {
        HeaderChange response = change(route, RouteSettings.SET, RouteSettings.REMOVE);
        HeaderChange request = change(route, RouteSettings.REQUEST_SET, RouteSettings.REQUEST_REMOVE);
        if (response.isNone() && request.isNone()) {
            throw new IllegalArgumentException(
                    "headers that change nothing; expected set, remove, request-set or request-remove");
        }
        request.names().filter(ForwardingHeaderNames::include).findFirst().ifPresent(name -> {
            throw new IllegalArgumentException("field '" + name + "' names a client, and what an origin or a back-end"
                    + " is told of clients is not for routes; expected another name, relay.forwarded of a front-end,"
                    + " or origin.client-address of a node");
        });
        return new HeaderRule(route.get(RouteSettings.PATH), response, route.get(RouteSettings.ON_ERRORS), request);
    }

    private static HeaderChange change(
            SettingValues route, Setting<Map<String, String>> set, Setting<List<String>> remove) {
        Headers fields = Headers.empty();
        for (Map.Entry<String, String> pair : route.find(set).orElse(Map.of()).entrySet()) {
            if (fields.contains(pair.getKey())) {
                throw new IllegalArgumentException(set.name() + ": field '" + pair.getKey()
                        + "' is there twice; expected one value for each name");
            }
            fields = fields.plus(pair.getKey(), pair.getValue());
        }
        return new HeaderChange(fields, route.find(remove).orElse(List.of()));
    }

    private static CorsRule crossOrigin(SettingValues route) {
        return new CorsRule(
                route.get(RouteSettings.PATH),
                required(route, RouteSettings.ORIGINS),
                route.find(RouteSettings.METHODS).orElse(List.of()),
                route.find(RouteSettings.REQUEST_HEADERS).orElse(List.of()),
                route.find(RouteSettings.EXPOSED_HEADERS).orElse(List.of()),
                route.get(RouteSettings.CREDENTIALS),
                route.get(RouteSettings.MAX_AGE).toSeconds());
    }

    private static <T> T required(SettingValues route, Setting<T> setting) {
        return route.find(setting).orElseThrow(() -> missing(setting));
    }

    private static IllegalArgumentException missing(Setting<?> setting) {
        return new IllegalArgumentException(
                setting.name() + ": missing; expected " + setting.kind().expected());
    }
}
