package io.gosling.origin.upstream;

import io.gosling.document.DocumentPath;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.purge.PurgeTargetResolver;
import io.gosling.gos.purge.PurgeUrlPattern;
import io.gosling.purge.message.PurgeSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Under which keys responses of an origin are held: URLs, with the origin's own name or that of its site as their
 * host, or with the client's where that is kept. Pure.
 */
public final class OriginPurgeTargetResolver {
    private OriginPurgeTargetResolver() {}

    public static PurgeTargetResolver of(UpstreamSettings settings) {
        return selector -> switch (selector) {
            case PurgeSelector.Url url -> {
                PurgeUrlPattern name = PurgeUrlPattern.parse(url.name());
                yield named(settings, name.host(), target(settings, name.object()), false);
            }
            case PurgeSelector.Prefix prefix -> {
                PurgeUrlPattern name = PurgeUrlPattern.parse(prefix.name());
                yield named(settings, name.host(), target(settings, name.target()), true);
            }
            case PurgeSelector.Host host ->
                both(settings, PurgeUrlPattern.host(host.name()), "/", PurgeTarget.Prefix::new);
            case PurgeSelector.Tag tag -> List.of(new PurgeTarget.Tag(tag.name()));
        };
    }

    private static List<PurgeTarget> named(
            UpstreamSettings settings, @Nullable String host, String target, boolean prefix) {
        return settings.keepsHost() && host == null
                ? List.of(new PurgeTarget.OnEveryHost(target, prefix))
                : both(settings, host, target, prefix ? PurgeTarget.Prefix::new : PurgeTarget.Key::new);
    }

    /** Rules of sites see canonical paths, and so does memory. */
    public static String target(UpstreamSettings settings, String target) {
        if (settings.mount().site().isEmpty()) {
            return target;
        }
        int query = target.indexOf('?');
        DocumentPath path = DocumentPath.find(query < 0 ? target : target.substring(0, query));
        return path == null ? target : path.key() + (query < 0 ? "" : target.substring(query));
    }

    /** Returns targets for both schemes and default ports, also for a TLS port behind an untrusted proxy. */
    private static List<PurgeTarget> both(
            UpstreamSettings settings, @Nullable String host, String target, Function<String, PurgeTarget> made) {
        String kept = settings.keepsHost() && host != null ? HostHeaderNormalizer.purged(host) : null;
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
