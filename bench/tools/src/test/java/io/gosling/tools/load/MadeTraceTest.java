package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.tools.process.CalledVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests of generated traces, and of a part of a trace that is read. */
class MadeTraceTest {
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path folder = Path.of(".");

    private Response answer(Request request) {
        asked.add(RequestTarget.of(request));
        return Response.text("ok");
    }

    @Test
    void visitsToASiteOfAPaperAreReplayedWithItsSizes() throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            CalledVerb.endsWell(
                    new LoadVerb(),
                    server.url("/").toString(),
                    "--preset",
                    "lod",
                    "--requests",
                    "3000",
                    "--clients",
                    "1");
        }
        List<String> targets = List.copyOf(asked);
        assertEquals(3000, targets.size());
        assertTrue(targets.stream().allMatch(target -> target.matches("/trace/\\d+\\?size=\\d+")), targets::toString);
        assertTrue(targets.stream().distinct().count() > 50);
    }

    @Test
    void ofASampleOfALogAllRequestsOfItsObjectsAreReplayed() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 400; i++) {
            lines.append("1.2.3.4 - - [22/Nov/2026:10:00:00 +0000] \"GET /")
                    .append(i % 100)
                    .append(".html HTTP/1.1\" 200 17\n");
        }
        Path log = Files.writeString(folder.resolve("access.log"), lines);
        try (Gosling server = Gosling.serve(this::answer)) {
            CalledVerb.endsWell(
                    new LoadVerb(),
                    server.url("/").toString(),
                    "--trace",
                    log.toString(),
                    "--sample",
                    "0.3",
                    "--clients",
                    "1");
        }
        List<String> targets = List.copyOf(asked);
        long objects = targets.stream().distinct().count();
        assertTrue(objects > 15 && objects < 45, "objects: " + objects);
        assertEquals(4 * objects, targets.size());
        assertTrue(targets.stream().allMatch(target -> target.matches("/\\d+\\.html")), targets::toString);
    }

    @Test
    void whatGoesWithPresetsIsRefusedWithoutOne() {
        CalledVerb.isRefused(new LoadVerb(), "without --preset", "http://127.0.0.1/", "--alpha", "0.5");
    }
}
