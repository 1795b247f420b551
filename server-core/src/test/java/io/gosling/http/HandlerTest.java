package io.gosling.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.FakeExchange;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class HandlerTest {
    @Test
    void aResponseMayComeFromAnotherThread() throws Exception {
        Handler handler = Handler.async(request -> CompletableFuture.supplyAsync(() -> Response.text("later")));
        assertEquals("later", FakeExchange.get("/").answeredBy(handler).responseText());
    }

    @Test
    void aStageThatFailsFailsTheHandlerWithItsOwnException() {
        StatusException gone = new StatusException(410, "gone");
        Handler handler = Handler.async(request -> CompletableFuture.failedStage(gone));
        assertSame(
                gone,
                assertThrows(StatusException.class, () -> FakeExchange.get("/").answeredBy(handler)));
    }

    @Test
    void whoIsInterruptedWhileWaitingCancels() {
        CompletableFuture<Response> never = new CompletableFuture<>();
        Thread.currentThread().interrupt();
        assertThrows(
                InterruptedException.class, () -> FakeExchange.get("/").answeredBy(Handler.async(request -> never)));
        assertEquals(true, never.isCancelled());
    }
}
