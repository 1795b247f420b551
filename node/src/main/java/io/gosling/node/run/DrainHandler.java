package io.gosling.node.run;

import io.gosling.common.JsonWriter;
import io.gosling.gos.warm.DrainTransferReport;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Handles {@code POST /drain} of the admin port. The response is sent when the node has left: 200 with the counts of
 * transferred objects, or 207 if no other node has taken some of them. Then the process ends. Blocks.
 */
final class DrainHandler {
    private DrainHandler() {}

    /**
     * @param leave leaves, and reports the transferred objects
     * @param then ends the process; run when the answer is on its way
     */
    static Handler of(String node, Callable<DrainTransferReport> leave, Runnable then) {
        return request -> {
            request.whenDone(then);
            try {
                return answer(node, leave.call());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while leaving");
            }
        };
    }

    private static Response answer(String node, DrainTransferReport report) {
        String text = JsonWriter.write(JsonWriter.object(
                "node", node,
                "objects", report.objects(),
                "elsewhere", report.elsewhere(),
                "kept", report.moved().kept(),
                "held", report.moved().held(),
                "refused", report.moved().refused(),
                "missed", report.moved().missed(),
                "bytes", report.moved().bytes(),
                "to", List.copyOf(report.to()),
                "milliseconds", report.took().toMillis()));
        return Response.json(text + "\n").withStatus(report.isComplete() ? 200 : 207);
    }
}
