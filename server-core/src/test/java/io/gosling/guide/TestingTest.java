package io.gosling.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import io.gosling.junit.GoslingExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

// example: a test
class TestingTest {
    @RegisterExtension
    static final GoslingExtension SERVER =
            GoslingExtension.serving(new Router().get("/hello", request -> Response.text("hello")));

    @Test
    void greets() throws Exception {
        assertEquals("hello", SERVER.get("/hello").body());
        assertEquals(404, SERVER.get("/other").statusCode());
    }
}
// end
