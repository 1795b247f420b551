package io.gosling.bench.crawl;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.common.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A client of a browser's DevTools protocol over its WebSocket: commands with their answers, and events in the order of
 * their arrival. Used by one thread; messages arrive on the WebSocket client's threads.
 */
final class DevTools implements AutoCloseable {
    private static final long SECONDS = 120;

    private final HttpClient client = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger numbers = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Map<?, ?>>> asked = new ConcurrentHashMap<>();
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    /** An event of the browser. */
    record Event(String method, Map<?, ?> params) {}

    /** @throws CommandFailureException when the browser cannot be reached */
    DevTools(URI address) throws InterruptedException {
        try {
            socket = client.newWebSocketBuilder()
                    .buildAsync(address, new Reader())
                    .get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new CommandFailureException(ExitCode.FAILURE, "the browser cannot be reached at " + address, e);
        }
    }

    private final class Reader implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            message.append(part);
            if (last) {
                received(message.toString());
                message.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
            lost(new IOException("the browser has closed: " + status + " " + reason));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            lost(error);
        }
    }

    private void received(String text) {
        Map<?, ?> message = parse(text);
        if (message.get("id") instanceof Number id) {
            CompletableFuture<Map<?, ?>> answer = asked.remove(id.intValue());
            if (answer != null) {
                answer.complete(message);
            }
        } else {
            events.add(new Event(String.valueOf(message.get("method")), map(message, "params")));
        }
    }

    private void lost(Throwable why) {
        events.add(new Event("lost", Map.of("why", String.valueOf(why))));
        asked.values().forEach(answer -> answer.completeExceptionally(why));
    }

    /** Sends a command, to a page or, with no session, to the browser, and gives its result. */
    Map<?, ?> send(String session, String method, Map<String, ?> params) throws InterruptedException {
        int id = numbers.incrementAndGet();
        CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();
        asked.put(id, answer);
        Map<String, @Nullable Object> command = new LinkedHashMap<>();
        command.put("id", id);
        command.put("method", method);
        command.put("params", params);
        if (!session.isEmpty()) {
            command.put("sessionId", session);
        }
        socket.sendText(JsonWriter.write(command), true).join();
        try {
            Map<?, ?> message = answer.get(SECONDS, TimeUnit.SECONDS);
            if (message.containsKey("error")) {
                throw new CommandFailureException(
                        ExitCode.FAILURE, method + " " + params + ": " + message.get("error"));
            }
            return map(message, "result");
        } catch (ExecutionException | TimeoutException e) {
            throw new CommandFailureException(ExitCode.FAILURE, method + " " + params + " was not answered", e);
        }
    }

    /** The next event, waited for generously. */
    Event next() throws InterruptedException {
        Event event = events.poll(SECONDS, TimeUnit.SECONDS);
        if (event == null || event.method().equals("lost")) {
            throw new CommandFailureException(ExitCode.FAILURE, "nothing more from the browser: " + event);
        }
        return event;
    }

    /** The next event that has come already; null when there is none. */
    @Nullable
    Event poll() {
        return events.poll();
    }

    /** An object in an object; empty where there is none. */
    static Map<?, ?> map(Map<?, ?> of, String name) {
        return of.get(name) instanceof Map<?, ?> inside ? inside : Map.of();
    }

    /** A value as text; empty where there is none. */
    static String text(Map<?, ?> of, String name) {
        Object value = of.get(name);
        return value == null ? "" : value.toString();
    }

    private static Map<?, ?> parse(String text) {
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            parser.nextToken();
            return value(parser) instanceof Map<?, ?> message ? message : Map.of();
        } catch (IOException e) {
            throw new UncheckedIOException(text, e);
        }
    }

    private static @Nullable Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> object = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    object.put(name, value(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<@Nullable Object> array = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                yield array;
            }
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            default -> parser.getText();
        };
    }

    @Override
    public void close() {
        socket.abort();
        client.shutdownNow();
    }
}
