package io.gosling.origin.upstream;

import io.gosling.document.DocumentPath;
import io.gosling.gos.purge.PurgeKeys;
import io.gosling.gos.purge.PurgeName;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.purge.message.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Under which keys responses of an origin are held: URLs, with the origin's own name or that of its site as their
 * host, or with the client's where that is kept. Pure.
 */
public final class OriginPurgeKeys {
    private OriginPurgeKeys() {}

    public static PurgeKeys of(ReplySettings settings) {
        return selector -> switch (selector) {
            case Selector.Url url -> {
                PurgeName name = PurgeName.parse(url.name());
                String target = target(settings, name.object());
                yield settings.keepsHost() && name.host() == null
                        ? List.of(new PurgeTarget.OnEveryHost(target, false))
                        : both(settings, name.host(), target, PurgeTarget.Key::new);
            }
            case Selector.Prefix prefix -> {
                PurgeName name = PurgeName.parse(prefix.name());
                String target = target(settings, name.target());
                yield settings.keepsHost() && name.host() == null
                        ? List.of(new PurgeTarget.OnEveryHost(target, true))
                        : both(settings, name.host(), target, PurgeTarget.Prefix::new);
            }
            case Selector.Host host -> both(settings, PurgeName.host(host.name()), "/", PurgeTarget.Prefix::new);
            case Selector.Tag tag -> List.of(new PurgeTarget.Tag(tag.name()));
        };
    }

    /** Rules of sites see canonical paths, and so does memory. */
    public static String target(ReplySettings settings, String target) {
        if (settings.mount().site().isEmpty()) {
            return target;
        }
        int query = target.indexOf('?');
        DocumentPath path = DocumentPath.find(query < 0 ? target : target.substring(0, query));
        return path == null ? target : path.key() + (query < 0 ? "" : target.substring(query));
    }

    /** Returns targets for both schemes and default ports, also for a TLS port behind an untrusted proxy. */
    private static List<PurgeTarget> both(
            ReplySettings settings, @Nullable String host, String target, Function<String, PurgeTarget> made) {
        String kept = settings.keepsHost() && host != null ? NormalizedHost.purged(host) : null;
        String authority = settings.keyPrefix(kept);
        List<PurgeTarget> targets = new ArrayList<>();
        targets.add(made.apply("http://" + authority + target));
        targets.add(made.apply("https://" + authority + target));
        if (kept != null && !kept.matches(".*:[0-9]+")) {
            targets.add(made.apply("http://" + authority + ":443" + target));
            targets.add(made.apply("https://" + authority + ":80" + target));
        }
        return targets;
    }
}
