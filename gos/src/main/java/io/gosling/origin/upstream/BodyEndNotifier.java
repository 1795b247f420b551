package io.gosling.origin.upstream;

import io.gosling.document.BlockInputStream;
import io.gosling.document.Body;
import io.gosling.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The end of a body that is made while it is sent, noticed before its client can see it. */
public final class BodyEndNotifier {
    private BodyEndNotifier() {}

    /**
     * The same response with an action that runs before its end is sent, or when it breaks off. Nothing is done for a
     * body that is whole already.
     */
    public static Response noticed(Response response, Runnable then) {
        Body body = response.body();
        if (body instanceof Body.Written written) {
            return with(response, new Body.Written(out -> write(written, out, then), written.trailers()));
        }
        if (body instanceof Body.Streamed streamed && body.length() < 0) {
            return with(response, new Body.Streamed(new Noticing(streamed.in(), then), -1, streamed.trailers()));
        }
        return response;
    }

    private static Response with(Response response, Body body) {
        return new Response(response.status(), response.headers(), body, response.provenance());
    }

    private static void write(Body.Written body, OutputStream out, Runnable then) throws Exception {
        try {
            body.writer().writeTo(out);
        } finally {
            then.run();
        }
    }

    private static final class Noticing extends BlockInputStream {
        private final InputStream in;
        private @Nullable Runnable then;

        Noticing(InputStream in, Runnable then) {
            this.in = in;
            this.then = then;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int read = -1;
            try {
                read = in.read(to, offset, length);
                return read;
            } finally {
                if (read < 0) {
                    end();
                }
            }
        }

        @Override
        public int available() throws IOException {
            return in.available();
        }

        @Override
        public void close() throws IOException {
            try {
                in.close();
            } finally {
                end();
            }
        }

        private void end() {
            Runnable last = then;
            then = null;
            if (last != null) {
                last.run();
            }
        }
    }
}
