package io.gosling.bench.peers;

import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * {@code gosling bench idle-connections}: opens connections to a server on this machine, sends one request on each, and
 * holds them until its input ends. A separate process, because both ends would not fit into one process's limit of
 * files.
 */
@Command(
        name = "idle-connections",
        hidden = true,
        description = "Open connections to 127.0.0.1, ask once on each, and hold them until the input ends.",
        footer = {"", "Example:", "  gosling bench idle-connections 8080 10000 /index.html"})
public final class IdleConnections implements Verb {
    static final String HELD = "held";

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *(\\d+)\r\n");

    @Parameters(index = "0", paramLabel = "PORT")
    private int port;

    @Parameters(index = "1", paramLabel = "COUNT")
    private int count;

    @Parameters(index = "2", paramLabel = "PATH")
    private String path = "/";

    @Override
    public ExitCode call() throws IOException {
        List<SocketChannel> held = new ArrayList<>();
        try {
            ByteBuffer answer = ByteBuffer.allocate(64 << 10);
            for (int i = 0; i < count; i++) {
                SocketChannel connection =
                        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                held.add(connection);
                ask(connection, answer.clear());
            }
            System.out.println(HELD + " " + held.size());
            System.out.flush();
            while (System.in.read() >= 0) {
                // Until the process that started this closes its end, however it ends.
            }
            return ExitCode.OK;
        } finally {
            for (SocketChannel connection : held) {
                connection.close();
            }
        }
    }

    /** One request and its whole answer, which must fit into the buffer. */
    private void ask(SocketChannel connection, ByteBuffer answer) throws IOException {
        String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        connection.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        while (!whole(new String(answer.array(), 0, answer.position(), StandardCharsets.ISO_8859_1))) {
            if (connection.read(answer) <= 0) {
                throw new EOFException("an answer ended after " + answer.position() + " bytes");
            }
        }
    }

    private static boolean whole(String answer) {
        int end = answer.indexOf("\r\n\r\n");
        Matcher length = LENGTH.matcher(answer);
        return end >= 0 && length.find() && answer.length() >= end + 4 + Integer.parseInt(length.group(1));
    }
}
