package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.routing.Router;
import io.gosling.http.websocket.WebSocketSession;
import io.gosling.junit.GoslingExtension;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ChatTest {
    // example: a WebSocket
    static final class Chat {
        private final Set<WebSocketSession> present = ConcurrentHashMap.newKeySet();

        Router routes() {
            return new Router().get("/chat", WebSocketSession.handler(this::talk));
        }

        private void talk(WebSocketSession socket) throws IOException {
            String name = socket.request().query().first("name", "somebody");
            present.add(socket);
            socket.request().whenDone(() -> present.remove(socket));
            for (var message = socket.receive(); message != null; message = socket.receive()) {
                if (message instanceof WebSocketSession.Message.Text text) {
                    tellAll(name + ": " + text.text());
                }
            }
        }

        private void tellAll(String line) {
            for (WebSocketSession socket : present) {
                try {
                    socket.send(line);
                } catch (IOException e) {
                    // It has left, which its own talk notices.
                }
            }
        }
    }
    // end

    private static final Chat CHAT = new Chat();

    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(CHAT.routes());

    private record Heard(BlockingQueue<String> lines) implements java.net.http.WebSocket.Listener {
        @Override
        public @Nullable CompletionStage<?> onText(java.net.http.WebSocket socket, CharSequence line, boolean last) {
            lines.add(line.toString());
            socket.request(1);
            return null;
        }
    }

    @Test
    void whatOneSaysAllHear() throws Exception {
        Heard jane = new Heard(new LinkedBlockingQueue<>());
        Heard joe = new Heard(new LinkedBlockingQueue<>());
        var first = connect("Jane", jane);
        var second = connect("Joe", joe);
        Eventually.that("both are present", () -> CHAT.present.size() == 2);
        second.sendText("honk", true).get();
        assertEquals("Joe: honk", jane.lines().poll(30, TimeUnit.SECONDS));
        assertEquals("Joe: honk", joe.lines().poll(30, TimeUnit.SECONDS));
        first.sendClose(1000, "").get();
        Eventually.that("one has left", () -> CHAT.present.size() == 1);
        second.sendClose(1000, "").get();
    }

    private static java.net.http.WebSocket connect(String name, Heard heard) throws Exception {
        URI url = URI.create(SERVER.url("/chat?name=" + name).toString().replace("http:", "ws:"));
        return SERVER.client().newWebSocketBuilder().buildAsync(url, heard).get();
    }
}
