package io.gosling.node.report;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One HTTP request over a Unix socket, which the JDK's client cannot reach: HTTP/1.0, so that the response ends with
 * the connection and has no chunks.
 */
final class UnixSocketRequest {
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3}) ");
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]{1,10}) *\r\n");
    private static final int CHUNK = 64 << 10;

    private UnixSocketRequest() {}

    /**
     * Sends a request and waits for the whole response.
     *
     * @param most bytes of the response
     * @throws HttpTimeoutException when it is not complete in time
     * @throws IOException when nobody listens, the file may not be written to, or the response is no HTTP, too long or
     *     cut off
     */
    static AdminClient.Answer send(Path file, String request, Duration timeout, int most)
            throws IOException, InterruptedException {
        try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();
                SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            Future<byte[]> response = thread.submit(() -> exchange(channel, file, request, most));
            try {
                return parse(response.get(timeout.toMillis(), TimeUnit.MILLISECONDS));
            } catch (TimeoutException e) {
                throw new HttpTimeoutException("no answer within " + timeout.toSeconds() + " s");
            } catch (ExecutionException e) {
                throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
            }
        }
    }

    private static byte[] exchange(SocketChannel channel, Path file, String request, int most) throws IOException {
        channel.connect(UnixDomainSocketAddress.of(file));
        ByteBuffer sending = StandardCharsets.UTF_8.encode(request);
        while (sending.hasRemaining()) {
            channel.write(sending);
        }
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        while (channel.read(chunk) >= 0) {
            response.write(chunk.array(), 0, chunk.position());
            chunk.clear();
            if (response.size() > most) {
                throw new IOException("an answer of more than " + most + " bytes");
            }
        }
        return response.toByteArray();
    }

    private static AdminClient.Answer parse(byte[] response) throws IOException {
        String text = new String(response, StandardCharsets.ISO_8859_1);
        int body = text.indexOf("\r\n\r\n") + 4;
        Matcher status = STATUS.matcher(text);
        if (body < 4 || !status.lookingAt()) {
            throw new EOFException("no HTTP response came");
        }
        Matcher length = LENGTH.matcher(text.substring(0, body));
        int bytes = response.length - body;
        if (length.find() && Long.parseLong(length.group(1)) != bytes) {
            throw new EOFException("the connection broke off");
        }
        return new AdminClient.Answer(
                Integer.parseInt(status.group(1)), new String(response, body, bytes, StandardCharsets.UTF_8));
    }
}
