package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.EventStream;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import io.gosling.testing.Eventually;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class EventsTest {
    // example: server-sent events
    static final class Prices {
        private final Set<BlockingQueue<String>> listeners = ConcurrentHashMap.newKeySet();

        Router routes() {
            return new Router().get("/prices", this::listen);
        }

        void tell(String price) {
            listeners.forEach(listener -> listener.offer(price));
        }

        private Response listen(Request request) {
            BlockingQueue<String> news = new LinkedBlockingQueue<>(100);
            listeners.add(news);
            request.whenDone(() -> listeners.remove(news));
            return Response.events(events -> {
                while (true) {
                    String price = news.poll(15, TimeUnit.SECONDS);
                    if (price == null) {
                        events.comment("still here");
                    } else {
                        events.send(new EventStream.Event(null, "price", price));
                    }
                }
            });
        }
    }
    // end

    private static final Prices PRICES = new Prices();

    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(PRICES.routes());

    @Test
    void aClientHearsOfPricesUntilItLeaves() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(SERVER.url("/prices")).build();
        var coming = SERVER.client().sendAsync(request, BodyHandlers.ofInputStream());
        Eventually.that("somebody listens", () -> !PRICES.listeners.isEmpty());
        PRICES.tell("goose 12.50");
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(coming.get().body(), StandardCharsets.UTF_8))) {
            assertEquals("event: price", lines.readLine());
            assertEquals("data: goose 12.50", lines.readLine());
        }
        Eventually.that("it is noticed that the client left", () -> {
            PRICES.tell("goose 13.00");
            return PRICES.listeners.isEmpty();
        });
    }
}
