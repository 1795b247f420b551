package io.gosling.origin.upstream;

import io.gosling.http.Headers;
import io.gosling.origin.upstream.Upstream.Answer;
import io.gosling.origin.upstream.Upstream.Message;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An origin that has one file, in whole and in ranges, as servers of files do. Safe for use by many threads. */
public final class FileOrigin implements ScriptedOrigin.Script {
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]*)-([0-9]*)");

    /** Bytes that were read from its answers. */
    public final AtomicLong read = new AtomicLong();

    public volatile String lifetime = "max-age=100";
    public volatile boolean ranges = true;
    /** Says that it gives ranges, and sends all. */
    volatile boolean deaf;

    volatile @Nullable String varies;
    public volatile boolean weak;
    public volatile @Nullable String tags;
    private volatile Version version;

    /** A version of the file. */
    private record Version(String name, byte[] bytes) {}

    public FileOrigin(int length) {
        version = made("v1", length);
    }

    private static Version made(String name, int length) {
        return new Version(name, contents(name, length));
    }

    /** The first bytes of a version. */
    static byte[] contents(String name, int length) {
        byte[] bytes = new byte[(length + 3) / 4 * 4];
        new Random(name.hashCode()).nextBytes(bytes);
        return Arrays.copyOf(bytes, length);
    }

    public void change(String name, int length) {
        version = made(name, length);
    }

    public byte[] bytes() {
        return version.bytes.clone();
    }

    public byte[] bytes(int first, int last) {
        return Arrays.copyOfRange(version.bytes, first, last + 1);
    }

    @Override
    public Answer to(Message message) {
        Version now = version;
        String tag = (weak ? "W/" : "") + '"' + now.name + '"';
        List<String> fields = new ArrayList<>(List.of("Cache-Control", lifetime, "ETag", tag));
        if (ranges) {
            fields.addAll(List.of("Accept-Ranges", "bytes"));
        }
        String vary = varies;
        if (vary != null) {
            fields.addAll(List.of("Vary", vary));
        }
        String named = tags;
        if (named != null) {
            fields.addAll(List.of("Surrogate-Key", named));
        }
        if (tag.equals(message.headers().first("If-None-Match"))) {
            return new Answer(304, Headers.of(fields.toArray(String[]::new)), 0, new Counted(new byte[0]), () -> {});
        }
        String range = message.headers().first("Range");
        String condition = message.headers().first("If-Range");
        boolean part = ranges && !deaf && range != null && (condition == null || condition.equals(tag));
        return part && range != null ? part(now, range, fields) : answer(200, fields, now.bytes);
    }

    private Answer part(Version now, String range, List<String> fields) {
        Matcher matcher = RANGE.matcher(range);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a test's range: " + range);
        }
        int length = now.bytes.length;
        boolean suffix = matcher.group(1).isEmpty();
        int first = suffix ? length - Integer.parseInt(matcher.group(2)) : Integer.parseInt(matcher.group(1));
        int last = suffix || matcher.group(2).isEmpty()
                ? length - 1
                : Math.min(length - 1, Integer.parseInt(matcher.group(2)));
        if (first >= length) {
            fields.addAll(List.of("Content-Range", "bytes */" + length));
            return answer(416, fields, new byte[0]);
        }
        fields.addAll(List.of("Content-Range", "bytes " + first + "-" + last + "/" + length));
        return answer(206, fields, Arrays.copyOfRange(now.bytes, first, last + 1));
    }

    private Answer answer(int status, List<String> fields, byte[] bytes) {
        return new Answer(
                status, Headers.of(fields.toArray(String[]::new)), bytes.length, new Counted(bytes), () -> {});
    }

    private final class Counted extends ByteArrayInputStream {
        Counted(byte[] bytes) {
            super(bytes);
        }

        @Override
        public synchronized int read(byte[] to, int offset, int length) {
            int count = super.read(to, offset, length);
            read.addAndGet(Math.max(0, count));
            return count;
        }
    }
}
