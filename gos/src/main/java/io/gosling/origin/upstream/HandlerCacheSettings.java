package io.gosling.origin.upstream;

import io.gosling.common.BoundsCheck;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingValues;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings for storing the responses of handlers of this process. No lifetime is guessed: a response is kept for as
 * long as it says, or is revalidated each time if it has a validator and says nothing.
 *
 * @param mount the paths that are answered, and the name under which responses are kept, which is never empty
 * @param longestHeader timeout for the header of a handler's response, and for silence within its body, if the
 *     response is to be stored and waited for; 1 ms to 1 h
 * @param values of the settings that {@link UpstreamSettings} uses, and {@link ObjectSpaceSettings#FETCH_WAIT}; with
 *     {@link OriginSettings#KEEP_HOST} handlers see the host that the client asked for, and otherwise the name
 */
public record HandlerCacheSettings(OriginPathMapping mount, Duration longestHeader, SettingValues values)
        implements UpstreamSettings, SettingGroup<HandlerCacheSettings> {

    /** @throws IllegalArgumentException when the name is missing, or something is out of bounds */
    public HandlerCacheSettings {
        if (!mount.site().matches("[a-z0-9][a-z0-9.-]{0,63}")) {
            throw new IllegalArgumentException("name \"" + mount.site()
                    + "\"; expected lower-case letters, digits, dots and dashes, at most 64, a letter or"
                    + " digit first, such as app");
        }
        BoundsCheck.require("longest-header", longestHeader, Duration.ofMillis(1), Duration.ofHours(1));
    }

    /**
     * The default settings for handlers that answer any path; each host has its own responses, and a response has only
     * the lifetime that a handler states itself.
     *
     * @param name the common name of the handlers, the same on every node, such as {@code app}
     */
    public static HandlerCacheSettings of(String name) {
        SettingValues values = SettingValues.none()
                .withValue(OriginSettings.KEEP_HOST, true)
                .withValue(OriginSettings.HEURISTIC_TTL, Duration.ZERO);
        return new HandlerCacheSettings(new OriginPathMapping(name, "/**", "", ""), Duration.ofSeconds(30), values);
    }

    @Override
    public HandlerCacheSettings of(SettingValues other) {
        return new HandlerCacheSettings(mount, longestHeader, other);
    }

    /** The same for whatever host. */
    public HandlerCacheSettings forAnyHost() {
        return with(OriginSettings.KEEP_HOST, false);
    }

    /** As long as a handler may take: a request that stopped waiting before would only call it once more. */
    @Override
    public Duration timeout() {
        Duration least = get(ObjectSpaceSettings.FETCH_WAIT);
        return longestHeader.compareTo(least) > 0 ? longestHeader : least;
    }

    @Override
    public String keyPrefix(@Nullable String host) {
        return host == null ? mount.site() : mount.site() + "@" + host;
    }

    /** False: filters before the handler must see each request. */
    @Override
    public boolean mayBeHot() {
        return false;
    }

    @Override
    public boolean endsForCertain() {
        return true;
    }

    /** Code of this process may take as long as it likes. */
    @Override
    public boolean endsInTime() {
        return false;
    }

    @Override
    public boolean isCalled(String authority) {
        return false;
    }
}
