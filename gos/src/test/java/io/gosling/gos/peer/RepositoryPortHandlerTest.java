package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.testing.FakeExchange;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Tests the share of the peer port for programs. */
class RepositoryPortHandlerTest {
    private final ClusterSecret secret = ClusterSecret.of(ClusterSecret.generate(new SecureRandom()));
    private final List<FakeExchange> inside = new ArrayList<>();
    private final RepositoryPortHandler objects = new RepositoryPortHandler(
            secret,
            request -> {
                // While one is answered, a second comes.
                if (inside.isEmpty()) {
                    inside.add(FakeExchange.get("/objects/b", "Gosling-Token", secret.objectsToken()));
                    inside.add(FakeExchange.get("/~gosling/messages"));
                    for (FakeExchange exchange : inside) {
                        exchange.answeredBy(this::handle);
                    }
                }
                return Response.of(204);
            },
            request -> Response.of(200),
            new Semaphore(1));

    private Response handle(Request request) throws Exception {
        return objects.handle(request);
    }

    @Test
    void beyondItsPlacesAProgramIsRefusedAndAPeerIsNot() throws Exception {
        for (int round = 0; round < 2; round++) {
            FakeExchange first = FakeExchange.get("/objects/a", "Gosling-Token", secret.objectsToken());
            assertEquals(204, first.answeredBy(objects).status());
            assertEquals(503, inside.get(0).status());
            assertEquals("1", inside.get(0).header("Retry-After"));
            assertEquals(200, inside.get(1).status());
            inside.clear();
        }
        FakeExchange guessed =
                FakeExchange.get("/objects/a", "Gosling-Token", "guess").answeredBy(objects);
        assertEquals(403, guessed.status());
        assertTrue(guessed.responseText().contains("Gosling-Token"), guessed.responseText());
    }
}
