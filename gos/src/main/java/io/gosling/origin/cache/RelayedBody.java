package io.gosling.origin.cache;

import io.gosling.document.BlockInputStream;
import io.gosling.origin.upstream.Upstream;
import java.io.IOException;

/** A response's body that is passed on as it comes, and not kept. Used by one thread. */
final class RelayedBody extends BlockInputStream {
    private final Upstream.Answer answer;

    RelayedBody(Upstream.Answer answer) {
        this.answer = answer;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        try {
            return answer.body().read(to, offset, length);
        } catch (IOException e) {
            throw StreamedResponseReader.broken(e);
        }
    }

    @Override
    public int available() throws IOException {
        return answer.body().available();
    }

    @Override
    public void close() {
        answer.close();
    }
}
