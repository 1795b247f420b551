package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.hazelcast.core.HazelcastInstance;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.HomeReply;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RepositorySettings;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests when a home may answer a read at once. */
class LocalHomeReadsTest {
    private static final ObjectKey KEY = ObjectKey.of("key");
    private static final byte[] NO_BYTES = {};

    private @Nullable HazelcastInstance running = (HazelcastInstance) Proxy.newProxyInstance(
            HazelcastInstance.class.getClassLoader(),
            new Class<?>[] {HazelcastInstance.class},
            (proxy, method, arguments) -> null);

    private @Nullable String obstacle;

    private LocalHomeReads reads() {
        CopyCoherence lease = new CopyCoherence() {
            @Override
            public @Nullable String obstacle() {
                return obstacle;
            }

            @Override
            public CompletableFuture<String> forget(ObjectKey key) {
                return CompletableFuture.completedFuture("");
            }
        };
        RepositoryHomeState keeper = new RepositoryHomeState(RepositorySettings.defaults(), lease, () -> 1);
        keeper.reads()
                .put(new HomeObjectEntry(KEY, 7, 0, 0, List.of(), NO_BYTES), ByteBuffer.wrap(new byte[3]), () -> true);
        return new LocalHomeReads(() -> running, keeper, Duration.ofSeconds(1));
    }

    @Test
    void withoutALeaseAHomeSaysSoInsteadOfWhatItHas() {
        LocalHomeReads reads = reads();
        HomeReply has = Objects.requireNonNull(reads.readAtOnce(KEY, 0));
        assertEquals(3, has.bytes().remaining());
        obstacle = "no lease";
        HomeReply none = Objects.requireNonNull(reads.readAtOnce(KEY, 0));
        assertEquals(new HomeAnswer.Unavailable("at the home of the key: no lease"), none.answer());
        assertEquals(0, none.bytes().remaining());
    }

    @Test
    void aNodeWhoseMemberHasEndedAnswersNothing() {
        LocalHomeReads reads = reads();
        running = null;
        assertNull(reads.readAtOnce(KEY, 0));
        assertNull(reads.read(KEY, 0).join());
    }
}
