package io.gosling.origin.upstream;

import io.gosling.http.Headers;
import io.gosling.testing.Eventually;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** An origin that answers what a test says, and remembers what it was asked. Safe for use by many threads. */
public final class ScriptedOrigin implements Upstream {
    public final List<Message> asked = Collections.synchronizedList(new ArrayList<>());
    public final AtomicInteger open = new AtomicInteger();
    public volatile Script script = message -> answer(200, "");

    /** The origin's answer. */
    @FunctionalInterface
    public interface Script {
        Answer to(Message message) throws IOException;
    }

    @Override
    public Answer send(Message request) throws IOException {
        asked.add(request);
        Answer answer = script.to(request);
        open.incrementAndGet();
        Runnable once = new Runnable() {
            private boolean closed;

            @Override
            public synchronized void run() {
                if (!closed) {
                    closed = true;
                    open.decrementAndGet();
                }
            }
        };
        return new Answer(answer.status(), answer.headers(), answer.length(), answer.body(), once);
    }

    /** The same to everything: fields as names and values in turn. */
    public void always(int status, String body, String... fields) {
        script = message -> answer(status, body, fields);
    }

    public static Answer answer(int status, String body, String... fields) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return new Answer(
                status,
                Headers.of(fields),
                status == 304 ? 0 : bytes.length,
                new ByteArrayInputStream(bytes),
                () -> {});
    }

    /** Waits for the test before it says what it says. */
    public static Script after(CountDownLatch gate, Script then) {
        return message -> {
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return then.to(message);
        };
    }

    /** The same without its length. */
    public static Answer unannounced(Answer answer) {
        return new Answer(answer.status(), answer.headers(), -1, answer.body(), () -> {});
    }

    /** The same with a body of the test's. */
    public static Answer with(Answer answer, long length, InputStream body) {
        return new Answer(answer.status(), answer.headers(), length, body, () -> {});
    }

    public int requests() {
        return asked.size();
    }

    public Message last() {
        return asked.getLast();
    }

    public void awaitRequests(int count) {
        Eventually.that("the origin was asked " + count + " times", () -> requests() >= count);
    }

    /** Bytes of which the last wait for the test. */
    public static final class Slow extends InputStream {
        private final byte[] bytes;
        private final int free;
        private final CountDownLatch gate;
        private final boolean cut;
        /** Open when the first bytes have been read. */
        final CountDownLatch reached = new CountDownLatch(1);

        private int at;

        /** @param cut true if the connection ends where it would go on */
        public Slow(String text, int free, CountDownLatch gate, boolean cut) {
            this.bytes = text.getBytes(StandardCharsets.UTF_8);
            this.free = free;
            this.gate = gate;
            this.cut = cut;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (at == free) {
                await();
            }
            if (at == bytes.length) {
                return -1;
            }
            int most = at < free ? free - at : bytes.length - at;
            int count = Math.min(length, most);
            System.arraycopy(bytes, at, to, offset, count);
            at += count;
            return count;
        }

        private void await() throws IOException {
            reached.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            if (cut) {
                throw new IOException("the origin closed the connection early");
            }
        }
    }
}
