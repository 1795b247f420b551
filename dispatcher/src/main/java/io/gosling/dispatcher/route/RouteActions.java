package io.gosling.dispatcher.route;

import io.gosling.site.rules.HeaderRule;
import io.gosling.site.rules.HeaderRuleFilter;
import io.netty.handler.codec.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The actions of a route, or of all routes of a request together. Immutable.
 *
 * @param headers header changes
 * @param pools null for all back-ends
 * @param stickyCookie name of the cookie that keeps sessions at their back-ends; null for none
 * @param headerTime timeout of the response header; null for that of all requests
 * @param route the conditions of the route that has {@code pools}, for explanations
 * @param evaded true if other programs may read another path in the request's target than routes that change headers on
 *     certain paths do. The request must not be passed on then, since it is unclear which headers apply.
 */
public record RouteActions(
        HeaderRuleFilter headers,
        @Nullable PoolChoice pools,
        @Nullable String stickyCookie,
        @Nullable Duration headerTime,
        @Nullable String route,
        boolean evaded) {
    public static final RouteActions NONE = new RouteActions(HeaderRuleFilter.NONE, null, null, null, null, false);

    /** Adds those of a later route: its header changes, and what no earlier route has. */
    RouteActions and(RouteActions later) {
        return new RouteActions(
                joined(headers, later.headers),
                pools == null ? later.pools : pools,
                stickyCookie == null ? later.stickyCookie : stickyCookie,
                headerTime == null ? later.headerTime : headerTime,
                pools == null ? later.route : route,
                false);
    }

    private static HeaderRuleFilter joined(HeaderRuleFilter earlier, HeaderRuleFilter later) {
        if (earlier.rules().isEmpty() || later.rules().isEmpty()) {
            return earlier.rules().isEmpty() ? later : earlier;
        }
        List<HeaderRule> both =
                Stream.concat(earlier.rules().stream(), later.rules().stream()).toList();
        return new HeaderRuleFilter(both);
    }

    boolean changesHeaders() {
        return !headers.rules().isEmpty();
    }

    RouteActions ofEvasion() {
        return new RouteActions(headers, pools, stickyCookie, headerTime, route, true);
    }

    /** Returns the label of the pool that may serve a request; null for all back-ends. */
    public @Nullable String poolOf(HttpRequest request) {
        return pools == null ? null : pools.of(request.headers());
    }

    /** Returns the identifier of the back-end at which a client's session is; null if it has none yet. */
    public @Nullable String sessionOf(HttpRequest request) {
        return stickyCookie == null ? null : RequestValues.cookie(request.headers(), stickyCookie);
    }
}
