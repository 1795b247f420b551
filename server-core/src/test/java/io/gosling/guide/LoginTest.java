package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.gosling.http.Cookie;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.SessionFilter;
import io.gosling.http.SessionStore;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LoginTest {
    // example: cookies and sessions
    static final Router ROUTES = new Router()
            .get("/", request -> {
                String user = request.session().get("user", String.class);
                String theme = request.cookies().getOrDefault("theme", "light");
                return Response.text((user == null ? "nobody" : user) + ", " + theme);
            })
            .post("/login", LoginTest::login)
            .post("/logout", request -> {
                request.session().end();
                return Response.redirect("/");
            })
            .filter(SessionFilter.in(SessionStore.inMemory(10_000, Duration.ofMinutes(30))));

    static Response login(Request request) throws Exception {
        if (!"secret".equals(request.form().first("password"))) {
            return Response.text("wrong password").withStatus(403);
        }
        request.session().renew();
        request.session().put("user", request.form().fields().first("user", ""));
        Cookie theme = Cookie.of("theme", "dark").withMaxAge(Duration.ofDays(365));
        return Response.redirect("/").with(theme);
    }
    // end

    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(ROUTES);

    @Test
    void aUserLogsInAndOut() throws Exception {
        assertEquals("nobody, light", SERVER.get("/").body());
        assertEquals(
                403, send("POST", "/login", "user=jane&password=guess", "x=y").statusCode());
        HttpResponse<String> in = send("POST", "/login", "user=jane&password=secret", "x=y");
        String cookies = String.join(
                "; ",
                in.headers().allValues("Set-Cookie").stream()
                        .map(cookie -> cookie.substring(0, cookie.indexOf(';')))
                        .toList());
        assertEquals("jane, dark", send("GET", "/", "", cookies).body());
        assertNotEquals("", cookies);
        assertEquals(303, send("POST", "/logout", "", cookies).statusCode());
        assertEquals("nobody, dark", send("GET", "/", "", cookies).body());
    }

    private static HttpResponse<String> send(String method, String path, String body, String cookies) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(SERVER.url(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookies)
                .method(method, BodyPublishers.ofString(body))
                .build();
        return SERVER.client().send(request, BodyHandlers.ofString());
    }
}
