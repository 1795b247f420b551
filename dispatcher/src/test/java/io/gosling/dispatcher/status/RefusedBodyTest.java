package io.gosling.dispatcher.status;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bodies that back-ends do not want to hear to their end. */
@Timeout(60)
class RefusedBodyTest {
    /** As one that answers 413 and closes: its answer is lost by the reset that bytes on their way then meet. */
    @Test
    void whoClosesInTheMidstOfABodyIsNotToBlame() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.head();
            with.exactly(4);
            with.reset();
        });
        try (Stage stage = Stage.of(backend)) {
            for (int time = 0; time < 5; time++) {
                try (RawClient client = stage.client()) {
                    client.send("POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf");
                    assertEquals(502, client.answer().status());
                }
            }
            assertEquals(BackendHealth.HEALTHY, stage.status("n1").health());
            assertEquals(0, stage.status("n1").ejections());
        }
    }

    @Test
    void whoClosesWhenItHasTheWholeOfItIs() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", ScriptedBackend.Conversation::request);
        try (Stage stage = Stage.of(backend)) {
            for (int time = 0; time < 2; time++) {
                try (RawClient client = stage.client()) {
                    client.send("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nfull");
                    assertEquals(502, client.answer().status());
                }
            }
            assertEquals(1, stage.status("n1").ejections());
        }
    }
}
