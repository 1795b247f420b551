package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.dispatcher.route.FrontEndRouteSettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.Routes;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.dispatcher.testing.StreamBackend;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.routes.RouteSettings;
import io.gosling.settings.SettingValues;
import io.gosling.testing.FrameClient;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routes of a front-end, over real sockets. */
@Timeout(60)
class FrontEndRoutesTest {
    private static final SettingValues API = SettingValues.none()
            .with(RouteSettings.PATH, List.of("/api/**"))
            .with(RouteSettings.SET, List.of("X-Set=ours", "Vary=DNT"))
            .with(RouteSettings.REMOVE, List.of("Server"))
            .with(RouteSettings.REQUEST_SET, List.of("X-Key=ours"))
            .with(RouteSettings.REQUEST_REMOVE, List.of("X-Debug"));

    private static FrontEndSettings settings(SettingValues... routes) {
        return new FrontEndSettings(SettingValues.none().withSections(FrontEndSettings.ROUTES, List.of(routes)));
    }

    /** Answers with the status that the path ends with. */
    private static ScriptedBackend backend() throws IOException {
        return ScriptedBackend.start("n1", with -> {
            while (true) {
                String path = with.request().path();
                with.send("HTTP/1.1 " + path.substring(path.length() - 3) + " Word\r\n" + ScriptedBackend.DATE
                        + "Server: theirs\r\nX-Set: theirs\r\nX-Set: again\r\nVary: Accept\r\nContent-Length: 4\r\n"
                        + "\r\nbody");
            }
        });
    }

    @Test
    void headersOfResponsesAreSetAndRemovedOnThePathOfARouteOnly() throws IOException {
        ScriptedBackend backend = backend();
        try (Stage stage = Stage.of(settings(API), backend);
                RawClient client = stage.client()) {
            for (String path : List.of("/api/200", "/%61pi/200", "/x/../api//200", "/api?200")) {
                RawClient.Answer changed = client.get(path).answer();
                assertEquals(List.of("ours"), changed.all("X-Set"), path);
                assertEquals(List.of(), changed.all("Server"), path);
                assertEquals(List.of("Accept, DNT"), changed.all("Vary"), path);
                assertEquals(List.of("4"), changed.all("Content-Length"), path);
                assertEquals(List.of("1.1 gosling"), changed.all("Via"), path);
                assertEquals("body", changed.text(), path);
            }
            for (String path : List.of("/apis/200", "/?/api/200", "/api/404")) {
                RawClient.Answer asItWas = client.get(path).answer();
                assertEquals(List.of("theirs", "again"), asItWas.all("X-Set"), path);
                assertEquals(List.of("theirs"), asItWas.all("Server"), path);
                assertEquals(List.of("Accept"), asItWas.all("Vary"), path);
            }
            assertEquals(1, backend.connections.get());
        }
    }

    @Test
    void responsesWithoutABodyOrWithoutALengthAreChangedAlike() throws IOException {
        String fields = ScriptedBackend.DATE + "Server: theirs\r\nX-Set: theirs\r\n";
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                switch (with.request().path()) {
                    case "/api/304" -> with.send("HTTP/1.1 304 Not Modified\r\n" + fields + "ETag: \"x\"\r\n\r\n");
                    case "/api/chunks" ->
                        with.send("HTTP/1.1 200 OK\r\n" + fields
                                + "Transfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n");
                    case "/api/end" -> {
                        with.send("HTTP/1.1 200 OK\r\n" + fields + "Connection: close\r\n\r\nbody");
                        return;
                    }
                    default -> with.send("HTTP/1.1 200 OK\r\n" + fields + "Content-Length: 12345\r\n\r\n");
                }
            }
        });
        try (Stage stage = Stage.of(settings(API), backend);
                RawClient client = stage.client()) {
            RawClient.Answer head =
                    client.send("HEAD /api/head HTTP/1.1\r\nHost: h\r\n\r\n").head();
            assertEquals(List.of("12345"), head.all("Content-Length"));
            RawClient.Answer unchanged = client.get("/api/304").answer();
            assertEquals(List.of("\"x\""), unchanged.all("ETag"));
            RawClient.Answer chunks = client.get("/api/chunks").answer();
            assertEquals("body", chunks.text());
            RawClient.Answer untilTheEnd = client.get("/api/end").answer();
            assertEquals("body", untilTheEnd.text());
            for (RawClient.Answer changed : List.of(head, unchanged, chunks, untilTheEnd)) {
                assertEquals(List.of("ours"), changed.all("X-Set"));
                assertEquals(List.of("DNT"), changed.all("Vary"));
                assertEquals(List.of(), changed.all("Server"));
            }
        }
    }

    @Test
    void aHeaderThatARouteSetsIsNotOfTheConnectionThoughTheClientSaysSo() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(settings(API), backend);
                RawClient client = stage.client()) {
            client.send("GET /api/a HTTP/1.1\r\nHost: h\r\nConnection: X-Key\r\nX-Key: forged\r\n\r\n")
                    .answer();
            ScriptedBackend.Request request = backend.requests.getFirst();
            assertEquals(List.of("ours"), request.all("X-Key"));
            assertEquals(List.of(), request.all("Connection"));
        }
    }

    @Test
    void requestsReachBackEndsWithHeadersSetAndRemoved() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        String fields = " HTTP/1.1\r\nHost: h\r\nX-Key: forged\r\nX_Key: forged\r\nX_Debug: 1\r\nX-Kept: 1\r\n";
        try (Stage stage = Stage.of(settings(API), backend);
                RawClient client = stage.client()) {
            client.send("GET /api/a" + fields + "\r\n").answer();
            client.send("POST /api/b" + fields + "Content-Length: 4\r\n\r\nbody")
                    .answer();
            client.send("GET /b" + fields + "\r\n").answer();
            for (ScriptedBackend.Request changed : backend.requests.subList(0, 2)) {
                assertEquals(List.of("ours"), changed.all("X-Key"));
                assertEquals(List.of(), changed.all("X_Key"));
                assertEquals(List.of(), changed.all("X_Debug"));
                assertEquals(List.of("1"), changed.all("X-Kept"));
                assertEquals(List.of("h"), changed.all("Host"));
            }
            assertEquals(4, backend.requests.get(1).body().length);
            assertEquals(List.of("forged"), backend.requests.get(2).all("X_Key"));
            assertEquals(List.of("1"), backend.requests.get(2).all("X_Debug"));
        }
    }

    @Test
    void aPathThatABackEndMayReadAsThatOfARouteIsRefused() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(settings(API), backend)) {
            for (String path : List.of(
                    "/../api/x",
                    "/%61pi/a%2Fb",
                    "/x/%2e%2e/api/%2F",
                    "/%5Capi/x",
                    "/\\api/x",
                    "/%61pi/%ff",
                    "/api%5Cx",
                    "/api;x/users",
                    "/public/..;/api/users",
                    "/public/..%3B/api/users")) {
                try (RawClient client = stage.client()) {
                    assertEquals(400, client.get(path).answer().status(), path);
                }
            }
            assertEquals(List.of(), backend.requests);
            assertEquals(200, stage.get("/api/p;jsessionid=1").status());
            stage.frontEnd.change(settings(SettingValues.none().with(RouteSettings.SET, List.of("X-Set=ours"))));
            try (RawClient client = stage.client()) {
                RawClient.Answer everywhere = client.get("/api/a%2Fb").answer();
                assertEquals(200, everywhere.status());
                assertEquals(List.of("ours"), everywhere.all("X-Set"));
            }
        }
    }

    @Test
    void aTrailerDoesNotBringBackWhatARouteHasChanged() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(settings(API), backend);
                RawClient client = stage.client()) {
            client.send("POST /api/a HTTP/1.1\r\n"
                            + "Host: h\r\n"
                            + "Transfer-Encoding: chunked\r\n"
                            + "Trailer: X_Key, X-Kept\r\n\r\n"
                            + "4\r\n"
                            + "body\r\n"
                            + "0\r\n"
                            + "X_Key: forged\r\n"
                            + "X-Debug: 1\r\n"
                            + "X-Kept: 1\r\n\r\n")
                    .answer();
            assertEquals(List.of("X-Kept: 1"), backend.trailers);
        }
    }

    @Test
    void interimResponsesAreChanged() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\nServer: theirs\r\n\r\n");
            with.send("HTTP/1.1 200 OK\r\n" + ScriptedBackend.DATE + "Content-Length: 0\r\n\r\n");
        });
        try (Stage stage = Stage.of(settings(API), backend);
                RawClient client = stage.client()) {
            RawClient.Answer hints = client.get("/api/a").head();
            assertEquals(103, hints.status());
            assertEquals(List.of("</a.css>"), hints.all("Link"));
            assertEquals(List.of("ours"), hints.all("X-Set"));
            assertEquals(List.of(), hints.all("Server"));
            assertEquals(200, client.answer().status());
        }
    }

    @Test
    void errorsAreChangedWhereTheRouteSaysSoThoseOfTheFrontEndToo() throws IOException {
        SettingValues onErrors = SettingValues.none()
                .with(RouteSettings.SET, List.of("X-Set=ours"))
                .with(RouteSettings.REMOVE, List.of("Server"))
                .with(RouteSettings.ON_ERRORS, List.of("on"));
        ScriptedBackend backend = backend();
        try (Stage stage = Stage.of(settings(onErrors, API), backend);
                RawClient client = stage.client()) {
            RawClient.Answer missing = client.get("/api/404").answer();
            assertEquals(404, missing.status());
            assertEquals(List.of("ours"), missing.all("X-Set"));
            assertEquals(List.of(), missing.all("Server"));
            assertEquals(List.of("Accept"), missing.all("Vary"));
            stage.tell(List.of());
            RawClient.Answer own = client.get("/api/200").answer();
            assertEquals(503, own.status());
            assertEquals(List.of("ours"), own.all("X-Set"));
            assertEquals(List.of(), own.all("Vary"));
            assertEquals(1, own.all("Content-Length").size());
        }
    }

    @Test
    void streamsOfClientsAndToBackEndsAreChangedAlike() throws Exception {
        FrontEndSettings streams = settings(API).with(ForwardingSettings.H2C, true);
        try (StreamBackend backend = StreamBackend.start("n1", asked -> {
                    asked.header(200, false, "server", "theirs", "x-set", "theirs", "vary", "Accept");
                    asked.data("body", true);
                });
                Stage stage = Stage.of(streams, Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true));
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            stage.tell(List.of(backend.backend()));
            client.request(1, true, "GET", "/api/a", "x-key", "forged", "x-debug", "1");
            Http2Headers changed = decoded(client.expect(FrameClient.HEADERS));
            assertEquals("ours", String.valueOf(changed.get("x-set")));
            assertNull(changed.get("server"));
            assertEquals("Accept, DNT", String.valueOf(changed.get("vary")));
            assertEquals("ours", backend.requests.getFirst().header("x-key"));
            assertNull(backend.requests.getFirst().header("x-debug"));
        }
    }

    private static Http2Headers decoded(FrameClient.Frame head) throws Exception {
        return new DefaultHttp2HeadersDecoder().decodeHeaders(head.stream(), Unpooled.wrappedBuffer(head.payload()));
    }

    @Test
    void routesChangeForTheNextRequestOfAnOpenConnection() throws IOException {
        try (Stage stage = Stage.of(settings(), backend());
                RawClient client = stage.client()) {
            assertEquals(
                    List.of("theirs", "again"), client.get("/api/200").answer().all("X-Set"));
            stage.frontEnd.change(settings(API));
            assertEquals(List.of("ours"), client.get("/api/200").answer().all("X-Set"));
            stage.frontEnd.change(settings());
            assertEquals(
                    List.of("theirs", "again"), client.get("/api/200").answer().all("X-Set"));
        }
    }

    @Test
    void aRouteHasATimeoutOfItsOwn() throws IOException {
        ScriptedBackend silent = ScriptedBackend.start("n1", ScriptedBackend.Conversation::waitForTheEnd);
        FrontEndSettings soon = settings(Routes.route("/soon/**", FrontEndRouteSettings.HEADER_TIME, "50ms"));
        try (Stage stage = Stage.of(soon, silent);
                RawClient patient = stage.client()) {
            patient.get("/later");
            assertEquals(504, stage.get("/soon/a").status());
            assertEquals(1, stage.frontEnd.status().active(), "the other one still waits");
        }
    }

    @Test
    void thePoolIsChosenByWhatTheClientHasSent() throws IOException {
        SettingValues hidden = SettingValues.none().with(RouteSettings.REQUEST_REMOVE, List.of("X-Tenant"));
        FrontEndSettings gold =
                settings(hidden, Routes.pool("/**", "g").with(FrontEndRouteSettings.HEADERS, List.of("X-Tenant=gold")));
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(gold, backend);
                RawClient client = stage.client()) {
            client.send("GET / HTTP/1.1\r\nHost: h\r\nX-Tenant: gold\r\n\r\n");
            assertEquals(503, client.answer().status(), "no back-end has the label");
            client.send("GET / HTTP/1.1\r\nHost: h\r\nX-Tenant: silver\r\n\r\n");
            assertEquals(200, client.answer().status());
            assertEquals(List.of(), backend.requests.getFirst().all("X-Tenant"));
        }
    }
}
