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
 * The responses that sites keep: of other servers, and of programs, which are asked first. What other nodes give and take
 * is for whoever answers its path. Immutable; used by many threads.
 */
record SiteReplies(SiteOrigins origins, SitePrograms programs) {
    /** None. */
    static final SiteReplies NONE = new SiteReplies(SiteOrigins.NONE, SitePrograms.NONE);

    private @Nullable OriginHandler of(String key) {
        SitePath place = SitePath.of(key);
        OriginHandler program = place == null ? null : programs.of(place);
        return place == null || program != null ? program : origins.of(place);
    }

    /** A response that another node had, for whom it belongs to. */
    boolean take(ReplyMemory.Permit permit, String key, StoredReply reply, ByteBuf bytes) {
        OriginHandler owner = of(permit.url());
        if (owner == null) {
            bytes.release();
            return false;
        }
        return owner.intake().take(permit, key, reply, bytes);
    }

    /** What another node asks for, from whom it belongs to. */
    ReplyDesk.@Nullable Giving give(JoinAsk ask) {
        OriginHandler owner = of(ask.url());
        return owner == null ? null : owner.desk().join(ask);
    }

    void purgedAlone(List<PurgeTarget> targets) {
        programs.purgedAlone(targets);
        origins.purgedAlone(targets);
    }

    /** What decides under which keys responses are kept, and so what a purge means. */
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
