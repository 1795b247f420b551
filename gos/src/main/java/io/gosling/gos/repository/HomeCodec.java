package io.gosling.gos.repository;

import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes entries, requests and answers of homes. Bytes that cannot be read cause an {@link IOException}
 * with what was found.
 */
public final class HomeCodec {
    private static final int SMALL = 256;
    private static final byte[] NOT_READ = new byte[0];

    private HomeCodec() {}

    public static byte[] write(ObjectEntry entry) {
        return write(length(entry.key(), entry.tags(), length(entry.bytes())), out -> {
            bytes(out, entry.key().bytes());
            out.writeLong(entry.born());
            out.writeLong(entry.version());
            out.writeLong(entry.promised());
            out.writeLong(entry.promiseEnds());
            out.writeLong(entry.write());
            out.writeLong(entry.ends());
            tags(out, entry.tags());
            bytes(out, entry.bytes());
        });
    }

    static int length(ObjectKey key, List<String> tags, int bytes) {
        return 4 + key.length() + 6 * Long.BYTES + length(tags) + 4 + bytes;
    }

    public static ObjectEntry readEntry(byte[] packed) throws IOException {
        return read(packed, in -> head(in).with(bytes(in)));
    }

    private static ObjectEntry head(WireReader in) throws IOException {
        return new ObjectEntry(
                ObjectKey.of(present(bytes(in))),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                in.readLong(),
                tags(in),
                null);
    }

    /**
     * All of an entry but its bytes, which are not copied: as if there were none of them, or not one of them.
     *
     * @throws IOException when they are no entry
     */
    public static ObjectEntry readHead(byte[] packed) throws IOException {
        return read(packed, in -> {
            ObjectEntry head = head(in);
            return in.readInt() == -1 ? head : head.with(NOT_READ);
        });
    }

    /** A question with its key, which follows it. */
    public static byte[] write(ObjectKey key, HomeRequest request) {
        return write(length(key, request), out -> {
            switch (request) {
                case HomeRequest.Read read -> {
                    begin(out, 0, key);
                    out.writeLong(read.known());
                }
                case HomeRequest.Write write -> {
                    begin(out, 1, key);
                    condition(out, write.condition());
                    out.writeLong(write.write());
                    out.writeLong(write.lifeMillis());
                    tags(out, write.tags());
                    bytes(out, write.bytes());
                }
                case HomeRequest.Promise promise -> {
                    begin(out, 2, key);
                    condition(out, promise.condition());
                    out.writeLong(promise.write());
                    out.writeInt(promise.size());
                    out.writeLong(promise.keepMillis());
                }
                case HomeRequest.Flush flushPuts -> {
                    begin(out, 3, key);
                    out.writeLong(flushPuts.version());
                    out.writeLong(flushPuts.lifeMillis());
                    tags(out, flushPuts.tags());
                    bytes(out, flushPuts.bytes());
                }
                case HomeRequest.Remove remove -> {
                    begin(out, 4, key);
                    condition(out, remove.condition());
                }
            }
        });
    }

    private static void begin(WireWriter out, int kind, ObjectKey key) {
        out.writeByte(kind);
        bytes(out, key.bytes());
    }

    /** The size of a request; approximate for one without bytes. */
    public static int length(ObjectKey key, HomeRequest request) {
        return switch (request) {
            case HomeRequest.Write write ->
                1
                        + 4
                        + key.length()
                        + (write.condition() instanceof Condition.Version ? 1 + Long.BYTES : 1)
                        + 2 * Long.BYTES
                        + length(write.tags())
                        + 4
                        + write.bytes().length;
            case HomeRequest.Flush flushPuts ->
                1 + 4 + key.length() + 2 * Long.BYTES + length(flushPuts.tags()) + 4 + flushPuts.bytes().length;
            default -> key.length() + SMALL;
        };
    }

    public record Question(ObjectKey key, HomeRequest request) {}

    public static Question readQuestion(byte[] packed) throws IOException {
        return read(packed, in -> {
            int kind = in.readByte();
            ObjectKey key = ObjectKey.of(present(bytes(in)));
            HomeRequest request = switch (kind) {
                case 0 -> new HomeRequest.Read(in.readLong());
                case 1 ->
                    new HomeRequest.Write(condition(in), in.readLong(), in.readLong(), tags(in), present(bytes(in)));
                case 2 -> new HomeRequest.Promise(condition(in), in.readLong(), in.readInt(), in.readLong());
                case 3 -> new HomeRequest.Flush(in.readLong(), in.readLong(), tags(in), present(bytes(in)));
                case 4 -> new HomeRequest.Remove(condition(in));
                default -> throw new IOException("question " + kind + "; expected 0 to 4");
            };
            return new Question(key, request);
        });
    }

    public static byte[] write(HomeAnswer answer) {
        return switch (answer) {
            case HomeAnswer.Has has ->
                write(1 + 2 * Long.BYTES + length(has.tags()) + 4 + has.bytes().length, out -> {
                    out.writeByte(0);
                    out.writeLong(has.version());
                    out.writeLong(has.lifeMillis());
                    tags(out, has.tags());
                    bytes(out, has.bytes());
                });
            case HomeAnswer.Same same ->
                write(SMALL, out -> {
                    out.writeByte(1);
                    out.writeLong(same.version());
                    out.writeLong(same.lifeMillis());
                });
            case HomeAnswer.Nothing nothing -> new byte[] {2};
            case HomeAnswer.Stored stored ->
                write(SMALL, out -> {
                    out.writeByte(3);
                    out.writeLong(stored.version());
                });
            case HomeAnswer.Removed removed -> new byte[] {4};
            case HomeAnswer.Full full -> new byte[] {5};
            case HomeAnswer.Conflict conflict ->
                write(SMALL, out -> {
                    out.writeByte(6);
                    out.writeLong(conflict.version());
                });
            case HomeAnswer.Collision collision -> new byte[] {7};
            case HomeAnswer.Unavailable unavailable ->
                write(SMALL, out -> {
                    out.writeByte(8);
                    out.writeUtf(unavailable.reason());
                });
        };
    }

    public static HomeAnswer readAnswer(byte[] packed) throws IOException {
        return read(packed, in -> {
            int kind = in.readByte();
            return switch (kind) {
                case 0 -> new HomeAnswer.Has(in.readLong(), in.readLong(), tags(in), present(bytes(in)));
                case 1 -> new HomeAnswer.Same(in.readLong(), in.readLong());
                case 2 -> new HomeAnswer.Nothing();
                case 3 -> new HomeAnswer.Stored(in.readLong());
                case 4 -> new HomeAnswer.Removed();
                case 5 -> new HomeAnswer.Full();
                case 6 -> new HomeAnswer.Conflict(in.readLong());
                case 7 -> new HomeAnswer.Collision();
                case 8 -> new HomeAnswer.Unavailable(in.readUtf());
                default -> throw new IOException("answer " + kind + "; expected 0 to 8");
            };
        });
    }

    private static void condition(WireWriter out, Condition condition) {
        switch (condition) {
            case Condition.Any any -> out.writeByte(0);
            case Condition.Absent absent -> out.writeByte(1);
            case Condition.Present present -> out.writeByte(2);
            case Condition.Version wanted -> {
                out.writeByte(3);
                out.writeLong(wanted.version());
            }
        }
    }

    private static Condition condition(WireReader in) throws IOException {
        int kind = in.readByte();
        return switch (kind) {
            case 0 -> new Condition.Any();
            case 1 -> new Condition.Absent();
            case 2 -> new Condition.Present();
            case 3 -> new Condition.Version(in.readLong());
            default -> throw new IOException("condition " + kind + "; expected 0 to 3");
        };
    }

    private static void tags(WireWriter out, List<String> tags) {
        out.writeByte(tags.size());
        for (String tag : tags) {
            out.writeUtf(tag);
        }
    }

    /** As {@link WireWriter#writeUtf} writes them, with their number. */
    private static int length(List<String> tags) {
        int length = 1;
        for (String tag : tags) {
            length += 2;
            for (int at = 0; at < tag.length(); at++) {
                char one = tag.charAt(at);
                length += one >= 1 && one < 0x80 ? 1 : one < 0x800 ? 2 : 3;
            }
        }
        return length;
    }

    private static List<String> tags(WireReader in) throws IOException {
        int size = WireReader.count(in.readByte(), Content.MOST_TAGS, "tags");
        List<String> tags = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            tags.add(in.readUtf());
        }
        return List.copyOf(tags);
    }

    /** Length and bytes; -1 for none. */
    private static void bytes(WireWriter out, byte @Nullable [] bytes) {
        out.writeInt(bytes == null ? -1 : bytes.length);
        if (bytes != null) {
            out.writeBytes(bytes);
        }
    }

    private static byte @Nullable [] bytes(WireReader in) throws IOException {
        int length = in.readInt();
        return length == -1 ? null : in.readBytes(length);
    }

    private static byte[] present(byte @Nullable [] bytes) throws IOException {
        if (bytes == null) {
            throw new IOException("no bytes where some were expected");
        }
        return bytes;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    @FunctionalInterface
    private interface Reading<T> {
        T from(WireReader in) throws IOException;
    }

    private static byte[] write(int about, Consumer<WireWriter> writing) {
        WireWriter out = new WireWriter(about);
        writing.accept(out);
        return out.toByteArray();
    }

    private static <T> T read(byte[] packed, Reading<T> reading) throws IOException {
        try {
            return reading.from(new WireReader(packed));
        } catch (EOFException | IllegalArgumentException e) {
            throw new IOException(packed.length + " bytes that cannot be read: " + e.getMessage(), e);
        }
    }
}
