package io.gosling.bench.packet;

import io.gosling.tools.cluster.ProcessHost;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Runs clients of {@link BytesService} behind a cluster address: each opens a connection, sends bytes, receives others,
 * compares every one, closes the connection, and begins again. Started by one thread; its counts may be read by all.
 */
final class BytesServiceClients {
    private static final int HEADER = Long.BYTES + 2 * Integer.BYTES;
    private static final int CONNECT_MILLIS = 30_000;
    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int DIGITS = 3;

    /**
     * The parameters of the exchanges.
     *
     * @param meanUp bytes that each connection carries to the service, in the mean
     */
    record Plan(InetSocketAddress service, int clients, int meanUp, int meanDown) {}

    private final ProcessHost.Sockets sockets;
    private final Plan plan;
    private final AtomicLong begun = new AtomicLong();
    private final LongAdder ended = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final Map<String, LongAdder> failed = new ConcurrentHashMap<>();
    private final Histogram delays = new ConcurrentHistogram(DIGITS);
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean over;

    /** @param sockets of the clients' host */
    BytesServiceClients(ProcessHost.Sockets sockets, Plan plan) {
        this.sockets = sockets;
        this.plan = plan;
    }

    void start() {
        for (int i = 0; i < plan.clients(); i++) {
            threads.add(Thread.ofVirtual().name("exchange-" + i).start(this::work));
        }
    }

    /** No more connections; returns when those that are open have ended. */
    void stop() throws InterruptedException {
        over = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }

    long connections() {
        return ended.sum();
    }

    /** The bytes that those have carried, both ways, including the counts. */
    long bytes() {
        return bytes.sum();
    }

    long wrong() {
        return wrong.sum();
    }

    Map<String, Long> failures() {
        Map<String, Long> counts = new TreeMap<>();
        failed.forEach((why, count) -> counts.put(why, count.sum()));
        return counts;
    }

    /** From the first packet of a connection to the last byte of its answer. */
    double millis(double percentile) {
        return delays.getValueAtPercentile(percentile) / 1e3;
    }

    double meanMillis() {
        return delays.getMean() / 1e3;
    }

    private void work() {
        while (!over) {
            long number = begun.getAndIncrement();
            try (Socket socket = sockets.open()) {
                socket.setSoTimeout(TIMEOUT_MILLIS);
                long from = System.nanoTime();
                socket.connect(plan.service(), CONNECT_MILLIS);
                exchange(socket, number, from);
            } catch (SocketTimeoutException e) {
                fail("time-out");
            } catch (IOException e) {
                fail(String.valueOf(e.getMessage()));
            }
        }
    }

    private void fail(String why) {
        failed.computeIfAbsent(why, key -> new LongAdder()).increment();
    }

    private void exchange(Socket socket, long number, long from) throws IOException {
        long drawn = Trace.mix(number);
        int up = upTo(plan.meanUp(), drawn);
        int down = upTo(plan.meanDown(), Trace.mix(drawn));
        OutputStream out = socket.getOutputStream();
        out.write(ByteBuffer.allocate(HEADER)
                .putLong(number)
                .putInt(up)
                .putInt(down)
                .array());
        VerifiablePayload.write(out, number, up);
        InputStream in = socket.getInputStream();
        int said = in.read();
        int came = said == BytesService.RIGHT ? VerifiablePayload.read(in, ~number, down) : 0;
        if (said == BytesService.WRONG || (said == BytesService.RIGHT && came < 0)) {
            wrong.increment();
        } else if (said != BytesService.RIGHT || came < down) {
            fail("an answer ended early");
        } else {
            ended.increment();
            bytes.add(HEADER + up + 1L + down);
            delays.recordValue((System.nanoTime() - from) / 1000);
        }
    }

    private static int upTo(int mean, long drawn) {
        return (int) Math.min(VerifiablePayload.MOST, Long.remainderUnsigned(drawn, 2L * mean + 1));
    }
}
