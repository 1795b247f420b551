package example;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.gosling.Gosling;
import io.gosling.http.Filter;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.http.mapping.BodyMapper;
import io.gosling.http.routing.Router;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

// example: a REST service with JSON by Jackson
public final class Books {
    record Book(String title, int year) {}

    private static final ObjectMapper JACKSON = new ObjectMapper();
    private static final BodyMapper JSON = BodyMapper.json(JACKSON::readValue, JACKSON::writeValueAsBytes);

    static Router routes() {
        Map<String, Book> books = new ConcurrentSkipListMap<>();
        return new Router()
                .get("/books", request -> JSON.response(books.values()))
                .get("/books/{id}", request -> JSON.response(Optional.ofNullable(
                                books.get(request.pathParameter("id")))
                        .orElseThrow()))
                .put("/books/{id}", request -> {
                    books.put(request.pathParameter("id"), JSON.read(request, Book.class));
                    return Response.of(204);
                })
                .delete("/books/{id}", request -> {
                    books.remove(request.pathParameter("id"));
                    return Response.of(204);
                })
                .filter(Filter.catching(NoSuchElementException.class, (request, e) -> {
                    throw new StatusException(404, "no such book");
                }));
    }

    public static void main(String[] args) throws Exception {
        Gosling.builder().port(8080).serve(routes()).join();
    }
}
// end
