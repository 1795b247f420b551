package example;

import io.gosling.Gosling;
import io.gosling.gos.embedded.GoslingNode;
import io.gosling.http.Response;
import io.gosling.http.routing.Router;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;

/**
 * A page that takes long to compute, on several nodes that share it. Arguments: the node's name, the port for clients,
 * the port for the other nodes, and HOST:PORT of some of them.
 */
public final class Report {
    static Router routes() {
        return new Router().get("/report", request -> {
            Thread.sleep(500);
            return Response.text("computed at " + Instant.now()).with("Cache-Control", "max-age=60");
        });
    }

    static GoslingNode node(String name, int port, String... others) throws IOException {
        return GoslingNode.builder(name).address("127.0.0.1", port, 0).join(others).open();
    }

    public static void main(String[] args) throws Exception {
        String[] others = Arrays.copyOfRange(args, 3, args.length);
        try (GoslingNode node = node(args[0], Integer.parseInt(args[2]), others);
                Gosling server = Gosling.builder()
                        .port(Integer.parseInt(args[1]))
                        .serve(node.cache().around(routes()))) {
            System.out.println(server.url("/report"));
            server.join();
        }
    }
}
