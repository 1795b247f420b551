package io.gosling.gos.peer;

import io.gosling.netty.client.ClientResponse;
import java.io.FilterInputStream;
import java.io.IOException;

/**
 * The bytes of a peer's answer; closing them closes the answer, an early end is reported. Used by one thread at a
 * time.
 */
final class PeerBody extends FilterInputStream {
    private final ClientResponse response;
    private final Runnable onFailure;

    PeerBody(ClientResponse response, Runnable onFailure) {
        super(response.body());
        this.response = response;
        this.onFailure = onFailure;
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (IOException e) {
            onFailure.run();
            throw e;
        }
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        try {
            return super.read(bytes, offset, length);
        } catch (IOException e) {
            onFailure.run();
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        response.close();
    }
}
