package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Form;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class FormExampleTest {
    // example: a form
    static Router guestBook() {
        List<String> entries = new CopyOnWriteArrayList<>();
        return new Router()
                .get("/book", request -> Response.text(String.join("\n", entries)))
                .post("/book", request -> {
                    Form form = request.form();
                    String name = form.first("name");
                    if (name == null || name.isBlank()) {
                        throw new StatusException(422, "an entry without a name");
                    }
                    entries.add(name + ": " + form.fields().first("text", ""));
                    return Response.redirect("/book");
                });
    }
    // end

    @RegisterExtension
    static final GoslingExtension SERVER = GoslingExtension.serving(guestBook());

    @Test
    void anEntryIsKeptAndShown() throws Exception {
        HttpResponse<String> posted = post("application/x-www-form-urlencoded", "name=Jane&text=Nice+site%21");
        assertEquals(303, posted.statusCode());
        assertEquals("/book", posted.headers().firstValue("Location").orElse(""));
        assertEquals("Jane: Nice site!", SERVER.get("/book").body());
        assertEquals(422, post("application/x-www-form-urlencoded", "text=x").statusCode());
        assertEquals(400, post("application/x-www-form-urlencoded", "name=%").statusCode());
        assertEquals(415, post("application/json", "{}").statusCode());
    }

    private static HttpResponse<String> post(String type, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(SERVER.url("/book"))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body))
                .build();
        return SERVER.client().send(request, BodyHandlers.ofString());
    }
}
