package io.gosling.gos.link;

import io.gosling.gos.link.frame.SampleFrames;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** The node {@link LinkStage#PEER} behind a plain socket: greets as it should, and then does what the test does. */
final class GreetingNode {
    private GreetingNode() {}

    /** Accepts a connection of {@link LinkStage#ASKER} and greets on it. */
    static Socket accept(ServerSocket socket) throws IOException {
        Socket client = socket.accept();
        OutputStream out = client.getOutputStream();
        out.write(SampleFrames.preamble());
        out.write(hello());
        out.flush();
        return client;
    }

    /** The same; waits for a question. */
    static Socket acceptQuestion(ServerSocket socket) throws IOException {
        Socket client = accept(socket);
        // The question is there when more has come than the greeting, which is as long as this node's.
        client.getInputStream().readNBytes(SampleFrames.preamble().length + hello().length + 1);
        return client;
    }

    private static byte[] hello() {
        return SampleFrames.bytes(0, new HandshakeRules(LinkStage.SECRET, LinkStage.PEER).hello(LinkStage.ASKER));
    }
}
