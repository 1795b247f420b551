package io.gosling.netty.server;

import com.sun.management.ThreadMXBean;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.testing.RawConnection;
import java.lang.management.ManagementFactory;

/** Prints the heap that the event loop allocates for one hit; run by hand, not a test. */
public final class EventLoopPathProbe {
    private static final int REQUESTS = 20_000;

    private EventLoopPathProbe() {}

    public static void main(String[] args) throws Exception {
        try (ServerFixture server = ServerFixture.start(request -> ErrorPageBuilder.of(404))
                        .hot("/small.html", new byte[1000])
                        .hot("/large.html", new byte[100_000]);
                RawConnection client = server.connect()) {
            long loop = server.transport()
                    .eventLoops()
                    .next()
                    .submit(() -> Thread.currentThread().threadId())
                    .get();
            for (String path : new String[] {"/small.html", "/large.html", "/small.html"}) {
                run(client, path);
                long before = allocated(loop);
                run(client, path);
                System.out.println(path + ": " + (allocated(loop) - before) / REQUESTS + " bytes a request");
            }
        }
    }

    private static void run(RawConnection client, String path) {
        for (int i = 0; i < REQUESTS; i++) {
            client.get(path, "User-Agent", "probe/1.0", "Accept", "*/*", "Accept-Encoding", "gzip");
        }
    }

    private static long allocated(long thread) {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getThreadAllocatedBytes(thread);
    }
}
