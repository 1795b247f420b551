package io.gosling.origin;

import io.gosling.freshness.Selector;
import io.gosling.gos.PurgeKeys;
import io.gosling.gos.PurgeName;
import io.gosling.gos.PurgeTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Under which keys responses of an origin are held: URLs, with the origin's own name as their host, or with the client's
 * where that is kept. Pure.
 */
public final class OriginPurgeKeys {
    private OriginPurgeKeys() {}

    public static PurgeKeys of(OriginSettings settings) {
        @Nullable String only = settings.keepsHost() ? null : settings.address().authority();
        return selector -> switch (selector) {
            case Selector.Url url -> {
                PurgeName name = PurgeName.parse(url.name());
                String host = only == null ? name.host() : only;
                yield host == null
                        ? List.of(new PurgeTarget.OnEveryHost(name.target(), false))
                        : both(host, name.target(), PurgeTarget.Key::new);
            }
            case Selector.Prefix prefix -> {
                PurgeName name = PurgeName.parse(prefix.name());
                String host = only == null ? name.host() : only;
                yield host == null
                        ? List.of(new PurgeTarget.OnEveryHost(name.target(), true))
                        : both(host, name.target(), PurgeTarget.Prefix::new);
            }
            case Selector.Host host ->
                both(only == null ? PurgeName.host(host.name()) : only, "/", PurgeTarget.Prefix::new);
            case Selector.Tag tag -> List.of(new PurgeTarget.Tag(tag.name()));
        };
    }

    /** Clients come with or without TLS, and may name the port that goes without saying; they mean the same. */
    private static List<PurgeTarget> both(String host, String target, Function<String, PurgeTarget> made) {
        List<PurgeTarget> targets = new ArrayList<>();
        targets.add(made.apply("http://" + host + target));
        targets.add(made.apply("https://" + host + target));
        if (!host.matches(".*:[0-9]+")) {
            targets.add(made.apply("http://" + host + ":80" + target));
            targets.add(made.apply("https://" + host + ":443" + target));
        }
        return targets;
    }
}
