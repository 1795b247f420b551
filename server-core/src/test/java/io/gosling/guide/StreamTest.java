package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class StreamTest {
    // example: streams
    static final Router ROUTES = new Router()
            .get("/squares", request -> {
                int count = count(request);
                return Response.stream("text/csv; charset=utf-8", out -> {
                    PrintWriter lines = new PrintWriter(out, false, StandardCharsets.UTF_8);
                    for (long i = 0; i < count; i++) {
                        lines.println(i + "," + i * i);
                    }
                    lines.flush();
                });
            })
            .post("/upper", request -> {
                var in = new BufferedReader(new InputStreamReader(request.body(), StandardCharsets.UTF_8));
                return Response.stream("text/plain; charset=utf-8", out -> {
                    for (String line = in.readLine(); line != null; line = in.readLine()) {
                        out.write((line.toUpperCase(Locale.ROOT) + "\n").getBytes(StandardCharsets.UTF_8));
                    }
                });
            });

    /** Anything but a number is a client's error. */
    static int count(Request request) {
        String count = request.query().first("count", "10");
        try {
            return Integer.parseInt(count);
        } catch (NumberFormatException e) {
            throw new StatusException(400, "count is '" + count + "'; expected a whole number");
        }
    }
    // end

    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(ROUTES);

    @Test
    void whatIsNoNumberIsTheClientsMistake() throws Exception {
        assertEquals(400, SERVER.get("/squares?count=x").statusCode());
        assertEquals("0,0", SERVER.get("/squares?count=1").body().strip());
    }

    @Test
    void bodiesPassThroughPieceByPiece() throws Exception {
        String squares = SERVER.get("/squares?count=100000").body();
        assertEquals("99999,9999800001", squares.lines().reduce((a, b) -> b).orElse(""));
        HttpRequest request = HttpRequest.newBuilder(SERVER.url("/upper"))
                .POST(BodyPublishers.ofString("a goose\n".repeat(50_000)))
                .build();
        assertEquals(
                "A GOOSE\n".repeat(50_000),
                SERVER.client().send(request, BodyHandlers.ofString()).body());
    }
}
