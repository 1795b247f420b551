package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.Routes;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Routes to pools, from a client's socket to a back-end's. */
class GroupRelayTest {
    @Test
    void requestsGoToTheirGroupAndAreToldWhereThereIsNone() throws IOException {
        ScriptedBackend images = ScriptedBackend.start("images", GroupRelayTest::answer);
        ScriptedBackend pages = ScriptedBackend.start("pages", GroupRelayTest::answer);
        FrontEndSettings settings = Routes.pools(FrontEndSettings.defaults(), "/images/**=big", "/**=small")
                .with(FrontEndSettings.POLICY, "rr")
                .with(RelaySettings.NAME_BACKEND, true);
        try (Stage stage = Stage.of(settings, images, pages)) {
            Backend big = images.backend().withLabels(Set.of("big"));
            stage.tell(List.of(big, pages.backend().withLabels(Set.of("small"))));
            for (int at = 0; at < 4; at++) {
                assertEquals(
                        List.of("images"), stage.get("/images/" + at + ".png").all("Gosling-Backend"));
                assertEquals(List.of("pages"), stage.get("/" + at).all("Gosling-Backend"));
            }
            stage.tell(List.of(big));
            RawClient.Answer refused = stage.get("/1");
            assertEquals(503, refused.status());
            assertEquals(200, stage.get("/images/1.png").status());
        }
    }

    private static void answer(ScriptedBackend.Conversation with) throws IOException {
        while (true) {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        }
    }
}
