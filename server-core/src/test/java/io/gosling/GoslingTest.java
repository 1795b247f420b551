package io.gosling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class GoslingTest {
    @Test
    void aSiteAndAHandlerAreServedInAFewLines() throws IOException {
        try (Site site = Site.empty().file("index.html", "hello");
                Gosling server = Gosling.serve(site.directory())
                        .handler("/api", request -> new Response(204, Headers.empty(), null))
                        .start();
                RawConnection client = RawConnection.open(server.address())) {
            assertEquals("hello", client.get("/").text());
            assertEquals(204, client.get("/api/x").status());
        }
    }

    @Test
    void anExceptionWithAStatusIsAnsweredWithIt() throws IOException {
        try (Site site = Site.empty();
                Gosling server = Gosling.serve(site.directory())
                        .handler("/gone", request -> {
                            throw new StatusException(410, "it was here once");
                        })
                        .start();
                RawConnection client = RawConnection.open(server.address())) {
            assertEquals(410, client.get("/gone").status());
            assertFalse(client.get("/gone").saysClose());
        }
    }
}
