package io.gosling.replication.coop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Body;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.replication.members.ServerStatusMessage;
import io.gosling.replication.serve.RunningGroup;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.testing.Eventually;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests copies that cannot be fetched. */
class CopyFetcherTest {
    @TempDir
    private Path folder;

    /** A byte at a time: an image takes longer than anybody waits at the end, and is never late. */
    private static final class Trickle extends InputStream {
        private static final long PACE_NANOS = Duration.ofMillis(5).toNanos();

        private final byte[] bytes;
        private int at;

        Trickle(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() {
            LockSupport.parkNanos(PACE_NANOS);
            return at < bytes.length ? bytes[at++] & 0xFF : -1;
        }

        @Override
        public int read(byte[] to, int from, int most) {
            int next = read();
            if (next < 0) {
                return -1;
            }
            to[from] = (byte) next;
            return 1;
        }
    }

    /** A slowed response between servers. */
    private static Response slowed(Response answer) {
        if (answer.status() != 200
                || !answer.headers().contains(ServerStatusMessage.FIELD)
                || !(answer.body() instanceof Body.InMemory held)) {
            return answer;
        }
        byte[] bytes = ByteBufUtil.getBytes(held.bytes());
        held.close();
        return new Response(200, answer.headers(), new Body.Streamed(new Trickle(bytes), bytes.length));
    }

    private static boolean isBegun(RunningGroup group, Member coop) {
        try {
            for (Path file : group.copies(coop)) {
                if (Files.size(file) > 0) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aServerThatHasEndedWritesNothingMore() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual());
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Member home = group.get(0);
            Member coop = group.get(1);
            group.spread(home);
            Handler quick = home.handler;
            home.handler = request -> slowed(quick.handle(request));
            String address = RunningGroup.copyAt(coop, home, 0, "/i1.png");
            Future<HttpResponse<byte[]>> client = clients.submit(() -> RunningGroup.ask(address));
            Eventually.that("the copy is on its way", () -> isBegun(group, coop));
            coop.replication().close();
            assertEquals(List.of(), group.copies(coop));
            assertEquals(307, client.get().statusCode());
            // So that there is something to end with the group.
            group.start(coop, Wishes.usual(), "a secret of the whole group");
        }
    }
}
