package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the rate limit of a client address. */
@Timeout(60)
class AddressRateTest {
    @Test
    void whoAsksTooOftenIsToldToWaitAndReachesNoBackEnd() throws IOException {
        FrontEndSettings limits = FrontEndSettings.defaults()
                .with(HttpLimits.ADDRESS_CONNECTIONS, 0)
                .with(HttpLimits.ADDRESS_RATE, 1)
                .with(HttpLimits.ADDRESS_BURST, 2);
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(limits, backend);
                RawClient client = stage.client()) {
            // A burst of two, and one more for each second that the machine takes to get here.
            int answered = 0;
            RawClient.Answer answer = client.get("/").answer();
            while (answer.status() == 200) {
                answered++;
                answer = client.get("/").answer();
            }
            assertEquals(429, answer.status());
            assertEquals("1", answer.first("Retry-After"));
            assertTrue(client.isClosed());
            assertTrue(answered >= 2, "answered " + answered);
            assertEquals(answered, backend.requests.size());
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.ADDRESS_RATE));
        }
    }
}
