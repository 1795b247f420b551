package io.gosling.bench.compare;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.tools.cluster.ProcessHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContentCheckTest {
    @TempDir
    private Path site = Path.of(".");

    @BeforeEach
    void writeAPageAndWhatItShows() throws IOException {
        Files.writeString(site.resolve("index.html"), "a page");
        Files.writeString(site.resolve("shown"), "an image");
    }

    private void check(Gosling server, boolean rewritten) throws IOException {
        new ContentCheck(ProcessHost.HERE, site, rewritten).check(server.address());
    }

    private static Response named(Request request, String page, String image) {
        return Response.html(request.rawPath().equals("/index.html") ? page : image);
    }

    @Test
    void whatTheFilesSayIsRightWhoeverSaysIt() throws IOException {
        try (Gosling node = Gosling.serve(request -> named(request, "a page", "an image"));
                Gosling front = Gosling.serve(request ->
                        Response.redirect(307, node.url(request.rawPath()).toString()))) {
            assertDoesNotThrow(() -> check(node, false));
            assertDoesNotThrow(() -> check(front, false));
        }
    }

    @Test
    void otherBytesAreWrong() throws IOException {
        try (Gosling node = Gosling.serve(request -> named(request, "a page", "an imagE"))) {
            IOException wrong = assertThrows(IOException.class, () -> check(node, false));
            assertTrue(
                    String.valueOf(wrong.getMessage()).startsWith("/shown is answered with 8 bytes"), wrong::toString);
        }
    }

    @Test
    void pagesMayDifferWhereLinksAreChosenAndNothingElse() throws IOException {
        try (Gosling node = Gosling.serve(request -> named(request, "a page of other links", "an image"))) {
            assertDoesNotThrow(() -> check(node, true));
            assertThrows(IOException.class, () -> check(node, false));
        }
    }

    @Test
    void anErrorIsNoAnswer() throws IOException {
        try (Gosling broken = Gosling.serve(request -> Response.of(503))) {
            IOException wrong = assertThrows(IOException.class, () -> check(broken, true));
            assertTrue(String.valueOf(wrong.getMessage()).contains("503"), wrong::toString);
        }
    }

    @Test
    void aCircleIsNoAnswerAndNorIsAWayOut() throws IOException {
        AtomicReference<String> there = new AtomicReference<>("http://www.example.com/");
        try (Gosling circle = Gosling.serve(request -> Response.redirect(307, there.get()))) {
            IOException out = assertThrows(IOException.class, () -> check(circle, true));
            assertTrue(String.valueOf(out.getMessage()).endsWith("is sent to http://www.example.com/"), out::toString);
            there.set(circle.url("/").toString());
            IOException round = assertThrows(IOException.class, () -> check(circle, true));
            assertTrue(String.valueOf(round.getMessage()).endsWith("is sent from server to server"), round::toString);
        }
    }
}
