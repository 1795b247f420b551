package io.gosling.gos.link;

import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.repository.HomeReply;
import io.gosling.gos.repository.ObjectKey;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Homes of a node that answers some reads at once, others when the test says so, and is not the home of the rest. */
final class SampleHomes implements HomeReadService {
    final Map<ObjectKey, HomeAnswer> atOnce = new ConcurrentHashMap<>();
    final Map<ObjectKey, CompletableFuture<@Nullable HomeAnswer>> later = new ConcurrentHashMap<>();

    @Override
    public @Nullable HomeReply readAtOnce(ObjectKey key, long known) {
        HomeAnswer answer = atOnce.get(key);
        return answer == null ? null : HomeReply.of(answer);
    }

    @Override
    public CompletableFuture<@Nullable HomeAnswer> read(ObjectKey key, long known) {
        return later.getOrDefault(key, CompletableFuture.completedFuture(null));
    }
}
