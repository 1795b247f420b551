package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.Gosling;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SiteTest {
    // example: a folder and handlers together
    static Router site(Path folder, Handler admin) throws IOException {
        return new Router()
                .get("/api/time", request -> Response.text("noon"))
                .host("admin.example.org", admin)
                .otherwise(Gosling.documents(folder));
    }
    // end

    @Test
    void theFolderAnswersWhatNoRouteTakes() throws IOException {
        try (Site folder = Site.empty().file("index.html", "home");
                Gosling server = Gosling.serve(site(folder.directory(), request -> Response.text("admin")));
                RawConnection client = RawConnection.open(server.address())) {
            assertEquals("home", client.get("/").text());
            assertEquals("noon", client.get("/api/time").text());
            assertEquals(404, client.get("/api/other").status());
            client.send("GET /x HTTP/1.1\r\nHost: admin.example.org\r\n\r\n");
            assertEquals("admin", client.read().text());
        }
    }
}
