package example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.junit.GoslingExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BooksTest {
    private static final String EMMA = "{\"title\":\"Emma\",\"year\":1815}";

    @RegisterExtension
    final GoslingExtension server = GoslingExtension.serving(Books.routes());

    @Test
    void aBookIsKeptUntilItIsDeleted() throws Exception {
        assertEquals(204, server.put("/books/1", EMMA, "Content-Type", "application/json").statusCode());
        assertEquals(EMMA, server.get("/books/1").body());
        assertEquals("[" + EMMA + "]", server.get("/books").body());
        assertEquals(204, server.delete("/books/1").statusCode());
        assertEquals("[]", server.get("/books").body());
    }

    @Test
    void errorsAreJsonForAClientThatPrefersIt() throws Exception {
        var missing = server.get("/books/2", "Accept", "application/json");
        assertEquals(404, missing.statusCode());
        assertEquals("application/problem+json", missing.headers().firstValue("Content-Type").orElse(""));
        assertTrue(missing.body().contains("\"detail\":\"no such book\""), missing.body());
    }

    @Test
    void aMalformedBodyIsRefused() throws Exception {
        assertEquals(400, server.put("/books/1", "{", "Content-Type", "application/json").statusCode());
        assertEquals(400, server.put("/books/1", "{\"name\":1}", "Content-Type", "application/json").statusCode());
        assertEquals(415, server.put("/books/1", EMMA, "Content-Type", "text/plain").statusCode());
    }
}
