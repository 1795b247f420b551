package example;

import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import java.util.concurrent.atomic.AtomicLong;

/** Counts up. */
public final class Counter {
    static Router routes() {
        AtomicLong count = new AtomicLong();
        return new Router()
                .get("/count", request -> Response.text(Long.toString(count.get())))
                .post("/count", request -> {
                    byte[] step = request.body().readAllBytes();
                    long more = step.length == 0 ? 1 : Long.parseLong(new String(step));
                    return Response.text(Long.toString(count.addAndGet(more)));
                })
                .delete("/count", request -> {
                    count.set(0);
                    return Response.of(204);
                });
    }
}
