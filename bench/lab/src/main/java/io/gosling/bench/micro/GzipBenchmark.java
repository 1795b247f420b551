package io.gosling.bench.micro;

import io.gosling.Gosling;
import io.gosling.http.Response;
import io.gosling.site.compression.GzipFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;

/** Measures an answer in memory on the worker path, over a loopback socket, as it is and compressed. */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GzipBenchmark extends TimedBenchmark {
    private static final String[] WORDS =
            "a fresh response is answered from memory until its lifetime ends or a purge removes it".split(" ");

    @Param({"2048", "16384", "65536"})
    public int size;

    @Param({"identity", "gzip"})
    public String coding = "gzip";

    private @Nullable Gosling server;
    private @Nullable RawExchange client;

    @Setup
    public void serve() throws IOException {
        byte[] text = text();
        Gosling opened = Gosling.serve(new GzipFilter().around(asked -> Response.bytes("application/json", text)));
        server = opened;
        client = RawExchange.open(
                opened.address(), "GET / HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: " + coding + "\r\n\r\n");
    }

    private byte[] text() {
        Random random = new Random(1);
        StringBuilder records = new StringBuilder(size + 100);
        while (records.length() < size) {
            records.append("{\"id\":").append(random.nextInt(1_000_000)).append(",\"note\":\"");
            for (int i = 0; i < 5; i++) {
                records.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
            }
            records.append("\",\"price\":").append(random.nextInt(100_000)).append("},\n");
        }
        return Arrays.copyOf(records.toString().getBytes(StandardCharsets.US_ASCII), size);
    }

    @Benchmark
    public int answer() throws IOException {
        return Objects.requireNonNull(client).take();
    }

    @TearDown
    public void stop() throws IOException {
        Objects.requireNonNull(client).close();
        Objects.requireNonNull(server).close();
    }
}
