package example;

import io.gosling.Gosling;
import io.gosling.http.routing.Router;
import io.gosling.http.websocket.WebSocketSession;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A room: everybody hears what anybody says. The page: {@code new WebSocket("ws://localhost:8080/chat?name=Jane")}. */
public final class Chat {
    private final Set<WebSocketSession> present = ConcurrentHashMap.newKeySet();

    Router routes() {
        return new Router().get("/chat", WebSocketSession.handler(this::talk));
    }

    private void talk(WebSocketSession socket) throws IOException {
        String name = socket.request().query().first("name", "somebody");
        present.add(socket);
        socket.request().whenDone(() -> present.remove(socket));
        tellAll(name + " joins");
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
                // It has left, which its own thread notices.
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Gosling.builder().port(8080).serve(new Chat().routes()).join();
    }
}
