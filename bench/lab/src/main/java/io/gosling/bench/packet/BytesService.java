package io.gosling.bench.packet;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code gosling bench bytes-service}: a TCP service that is not HTTP. A client sends a number, the count of its bytes
 * that follow and the count that it requests, and those bytes ({@link VerifiablePayload}); it gets a byte that says
 * whether each was right, and the requested bytes, and ends the connection. A separate process, as a back-end is.
 */
@Command(
        name = "bytes-service",
        hidden = true,
        description = "Check bytes that clients send, and send them others, until this is ended.",
        footer = {"", "Example:", "  gosling bench bytes-service 7000"})
public final class BytesService implements Verb {
    static final int RIGHT = 1;

    static final int WRONG = 0;

    private static final int BACKLOG = 4096;

    @Parameters(index = "0", paramLabel = "PORT")
    private int port;

    @Override
    public ExitCode call() throws IOException {
        try (ServerSocket server = new ServerSocket()) {
            server.bind(new InetSocketAddress(port), BACKLOG);
            System.out.println("ready service=" + server.getLocalPort());
            System.out.flush();
            serve(server);
            return ExitCode.OK;
        }
    }

    static void serve(ServerSocket server) throws IOException {
        while (!server.isClosed()) {
            Socket client = server.accept();
            Thread.ofVirtual().start(() -> answer(client));
        }
    }

    private static void answer(Socket client) {
        try (client) {
            client.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(client.getInputStream());
            long number = in.readLong();
            int up = in.readInt();
            int down = in.readInt();
            boolean sane = up >= 0 && up <= VerifiablePayload.MOST && down >= 0 && down <= VerifiablePayload.MOST;
            boolean right = sane && VerifiablePayload.read(in, number, up) == up;
            OutputStream out = client.getOutputStream();
            out.write(right ? RIGHT : WRONG);
            if (right) {
                VerifiablePayload.write(out, ~number, down);
                // The client closes the connection, so that TIME_WAIT is on its side.
                in.read();
            }
        } catch (IOException e) {
            // The client has gone, and counts this itself.
        }
    }
}
