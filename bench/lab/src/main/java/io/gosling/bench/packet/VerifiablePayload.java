package io.gosling.bench.packet;

import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;

/**
 * Pseudo-random bytes that both ends of a connection can compute: those of a number, different from those of others.
 * For all threads.
 */
final class VerifiablePayload {
    /** The most bytes of a number. */
    static final int MOST = 1 << 20;

    private static final int BUFFER = 32 << 10;

    /** Twice as long: each number has its bytes from a place of its own. */
    private static final byte[] TABLE = table();

    private VerifiablePayload() {}

    private static byte[] table() {
        byte[] table = new byte[2 * MOST];
        new Random(7).nextBytes(table);
        return table;
    }

    private static int place(long number) {
        return (int) Long.remainderUnsigned(Trace.mix(number), MOST);
    }

    static void write(OutputStream out, long number, int bytes) throws IOException {
        out.write(TABLE, place(number), bytes);
    }

    /** Returns how many came, fewer if the connection has ended; less than 0 once one is not that of the number. */
    static int read(InputStream in, long number, int bytes) throws IOException {
        byte[] buffer = new byte[Math.min(BUFFER, Math.max(1, bytes))];
        int place = place(number);
        int done = 0;
        while (done < bytes) {
            int more = in.read(buffer, 0, Math.min(buffer.length, bytes - done));
            if (more < 0) {
                return done;
            }
            if (!Arrays.equals(buffer, 0, more, TABLE, place + done, place + done + more)) {
                return -1;
            }
            done += more;
        }
        return done;
    }
}
