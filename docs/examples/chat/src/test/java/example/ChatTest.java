package example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.junit.GoslingExtension;
import java.net.URI;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ChatTest {
    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(new Chat().routes());

    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    @Test
    void everybodyHearsEverything() throws Exception {
        WebSocket jane = join("Jane", heard);
        assertEquals("Jane joins", heard.poll(30, TimeUnit.SECONDS));
        WebSocket joe = join("Joe", new LinkedBlockingQueue<>());
        assertEquals("Joe joins", heard.poll(30, TimeUnit.SECONDS));
        joe.sendText("hello", true).get();
        assertEquals("Joe: hello", heard.poll(30, TimeUnit.SECONDS));
        jane.sendClose(WebSocket.NORMAL_CLOSURE, "").get();
        joe.sendClose(WebSocket.NORMAL_CLOSURE, "").get();
    }

    private static WebSocket join(String name, BlockingQueue<String> heard) throws Exception {
        URI url = URI.create(SERVER.url("/chat?name=" + name).toString().replace("http:", "ws:"));
        WebSocket.Listener listener = new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onText(WebSocket socket, CharSequence line, boolean last) {
                heard.add(line.toString());
                socket.request(1);
                return null;
            }
        };
        return SERVER.client().newWebSocketBuilder().buildAsync(url, listener).get();
    }
}
