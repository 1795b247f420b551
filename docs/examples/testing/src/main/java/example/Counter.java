package example;

import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.http.routing.Router;
import java.util.concurrent.atomic.AtomicLong;

/** Counts up. */
public final class Counter {
    static Router routes() {
        AtomicLong count = new AtomicLong();
        return new Router()
                .get("/count", request -> Response.text(Long.toString(count.get())))
                .post("/count", request -> {
                    String step = new String(request.body().readAllBytes());
                    if (!step.matches("[0-9]{0,9}")) {
                        throw new StatusException(400, "expected a number");
                    }
                    long more = step.isEmpty() ? 1 : Long.parseLong(step);
                    return Response.text(Long.toString(count.addAndGet(more)));
                })
                .delete("/count", request -> {
                    count.set(0);
                    return Response.of(204);
                });
    }
}
