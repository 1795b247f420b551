package io.gosling.origin.upstream;

import io.gosling.http.Headers;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.ClientUpload;
import io.gosling.netty.client.HttpClient;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The source of responses that are not in memory: another server ({@link OriginClient}) or a handler of this process
 * ({@link HandlerUpstream}). Blocks, so it is called on virtual threads. Safe for use by many of them.
 */
@FunctionalInterface
public interface Upstream {
    /**
     * Sends a request and waits for the response's header.
     *
     * @throws IOException when there was no response; a {@link java.net.SocketTimeoutException} when it was too late
     */
    Answer send(Message request) throws IOException;

    /**
     * A request as it is sent.
     *
     * @param target as it is sent
     * @param upload its body, or null for none
     * @param caller the further client context for a handler of this process; null for another server
     * @param interim called with interim responses before this method returns; null to skip them
     */
    record Message(
            String method,
            String target,
            Headers headers,
            @Nullable ClientUpload upload,
            @Nullable HandlerRequestContext caller,
            HttpClient.@Nullable Interim interim) {}

    /**
     * A response whose body may still be coming.
     *
     * @param length of the body in bytes, or -1 when it was not announced
     * @param body ends with an {@link IOException} when it does not come as it was announced, or not in time
     * @param closing gives the connection back, or closes it when the body was not read to its end
     * @param sender the way to the other side after 101, whose body is the way back; null for any other response
     */
    record Answer(
            int status,
            Headers headers,
            long length,
            InputStream body,
            Runnable closing,
            ClientResponse.@Nullable Sender sender)
            implements AutoCloseable {
        public Answer(int status, Headers headers, long length, InputStream body, Runnable closing) {
            this(status, headers, length, body, closing, null);
        }

        /** The same body with another header. */
        public Answer with(int other, Headers fields, long bytes) {
            return new Answer(other, fields, bytes, body, closing, sender);
        }

        @Override
        public void close() {
            closing.run();
        }
    }
}
