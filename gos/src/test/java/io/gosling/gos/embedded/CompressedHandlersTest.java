package io.gosling.gos.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.site.compression.GzipFilter;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A handler whose answers are kept and compressed, in either order. */
@Timeout(120)
class CompressedHandlersTest {
    private static final String TEXT = "{\"name\":\"value\"},".repeat(500);

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger version = new AtomicInteger(1);

    private Handler site(GoslingCluster cluster, boolean around) {
        Handler app = request -> {
            calls.incrementAndGet();
            return Response.json(TEXT + version)
                    .with("Cache-Control", "max-age=600")
                    .with("ETag", "\"" + version + "\"");
        };
        GzipFilter gzip = new GzipFilter();
        return around
                ? gzip.around(cluster.cache(0).around(app))
                : cluster.cache(0).around(gzip.around(app));
    }

    private static String unpacked(byte[] packed) throws IOException {
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void bothFormsAreThere(RawConnection client) throws IOException {
        String tag = Integer.toString(version.get());
        RawResponse coded = client.get("/a", "Accept-Encoding", "gzip");
        assertEquals("\"" + tag + "~gzip\"", coded.header("ETag"));
        assertEquals(TEXT + tag, unpacked(coded.body()));
        RawResponse plain = client.get("/a");
        assertNull(plain.header("Content-Encoding"));
        assertEquals("\"" + tag + "\"", plain.header("ETag"));
        assertEquals("Accept-Encoding", plain.header("Vary"));
        assertEquals(TEXT + tag, plain.text());
        RawResponse same =
                client.get("/a", "Accept-Encoding", "gzip", "If-None-Match", String.valueOf(coded.header("ETag")));
        assertEquals(304, same.status());
        assertEquals(coded.header("ETag"), same.header("ETag"));
        assertEquals(304, client.get("/a", "If-None-Match", "\"" + tag + "\"").status());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void bothFormsComeFromMemoryAndAPurgeRemovesBoth(boolean around) throws Exception {
        try (var cluster = GoslingCluster.withPurges(1);
                Gosling server = Gosling.serve(site(cluster, around));
                RawConnection client = RawConnection.open(server.address())) {
            bothFormsAreThere(client);
            bothFormsAreThere(client);
            assertEquals(around ? 1 : 2, calls.get(), "below the cache, each form is made once");
            version.set(2);
            var outcome = cluster.node(0).purge(PurgeRequest.hard("/a")).join();
            assertTrue(outcome.complete(), outcome.toString());
            bothFormsAreThere(client);
        }
    }
}
