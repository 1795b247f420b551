package io.gosling.node.content;

import io.gosling.caching.StoredReply;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.ReplyDesk;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.origin.upstream.ReplySettings;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The stored responses of sites: those of programs, which are tried first, and those of origins. A response that nodes
 * exchange belongs to the handler of its path. Immutable; used by many threads.
 */
record SiteReplies(SiteOrigins origins, SitePrograms programs) {
    /** No stored responses. */
    static final SiteReplies NONE = new SiteReplies(SiteOrigins.NONE, SitePrograms.NONE);

    private @Nullable OriginHandler of(String key) {
        SitePath place = SitePath.of(key);
        OriginHandler program = place == null ? null : programs.of(place);
        return place == null || program != null ? program : origins.of(place);
    }

    /** Passes a response received from another node to the handler that it belongs to. */
    boolean take(ReplyMemory.Permit permit, String key, StoredReply reply, ByteBuf bytes) {
        OriginHandler owner = of(permit.url());
        if (owner == null) {
            bytes.release();
            return false;
        }
        return owner.intake().take(permit, key, reply, bytes);
    }

    /** Gives a response to another node, from the handler that it belongs to. */
    ReplyDesk.@Nullable Giving give(JoinAsk ask) {
        OriginHandler owner = of(ask.url());
        return owner == null ? null : owner.desk().join(ask);
    }

    void purgedAlone(List<PurgeTarget> targets) {
        programs.purgedAlone(targets);
        origins.purgedAlone(targets);
    }

    /** The rules that determine the keys of responses, and so the meaning of a purge. */
    Set<List<String>> keyRules() {
        return settings().stream()
                .map(kept -> List.of(
                        kept.getClass().getSimpleName(),
                        kept.mount().site(),
                        kept.mount().path(),
                        Boolean.toString(kept.keepsHost())))
                .collect(Collectors.toSet());
    }

    List<ReplySettings> settings() {
        return Stream.<ReplySettings>concat(origins.settings().stream(), programs.settings().stream())
                .toList();
    }
}
