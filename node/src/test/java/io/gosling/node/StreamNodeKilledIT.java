package io.gosling.node;

import java.io.IOException;
import java.util.List;

/**
 * The same with requests that reach the nodes as streams of HTTP/2: a connection that breaks has many of them on it.
 */
class StreamNodeKilledIT extends NodeKilledIT {
    StreamNodeKilledIT() throws IOException {}

    @Override
    List<String> ofFrontEnd() {
        return List.of("--relay-protocol", "h2c");
    }

    @Override
    List<String> ofNodes() {
        return List.of("--http2-prior-knowledge", "on");
    }
}
