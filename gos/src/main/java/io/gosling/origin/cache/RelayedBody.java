package io.gosling.origin.cache;

import io.gosling.origin.upstream.Upstream;
import java.io.FilterInputStream;
import java.io.IOException;

/** A response's body that is passed on as it comes, and not kept. Used by one thread. */
final class RelayedBody extends FilterInputStream {
    private final Upstream.Answer answer;

    RelayedBody(Upstream.Answer answer) {
        super(answer.body());
        this.answer = answer;
    }

    @Override
    public int read() throws IOException {
        try {
            return super.read();
        } catch (IOException e) {
            throw ReplyReader.broken(e);
        }
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        try {
            return super.read(to, offset, length);
        } catch (IOException e) {
            throw ReplyReader.broken(e);
        }
    }

    @Override
    public void close() {
        answer.close();
    }
}
