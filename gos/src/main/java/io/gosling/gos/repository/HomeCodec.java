package io.gosling.gos.repository;

import io.gosling.wire.WireReader;
import io.gosling.wire.WireWriter;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Encodes and decodes entries, requests and answers of homes. Bytes that cannot be read cause an {@link IOException}
 * with what was found.
 */
public final class HomeCodec {
    private static final int SMALL = 256;
    /** In place of a length, where there are no bytes. */
    private static final int NONE = -1;

    private static final byte[] NOT_READ = new byte[0];

    private HomeCodec() {}

    public static byte[] write(HomeObjectEntry entry) {
        byte[] bytes = entry.bytes();
        WireWriter out = new WireWriter(length(entry.key(), entry.tags(), bytes == null ? 0 : bytes.length));
        out.writeBlock(entry.key().bytes()).writeLong(entry.version());
        out.writeLong(entry.write()).writeLong(entry.ends());
        tags(out, entry.tags());
        return (bytes == null ? out.writeInt(NONE) : out.writeBlock(bytes)).toByteArray();
    }

    /** The length of an entry with so many bytes, which are its end. */
    public static int length(ObjectKey key, List<String> tags, int bytes) {
        return 4 + key.length() + 3 * Long.BYTES + length(tags) + 4 + bytes;
    }

    public static HomeObjectEntry readEntry(byte[] packed) throws IOException {
        return read(packed, in -> {
            HomeObjectEntry head = head(in);
            int length = in.readInt();
            return length == NONE ? head : head.with(in.readBytes(length));
        });
    }

    private static HomeObjectEntry head(WireReader in) throws IOException {
        return new HomeObjectEntry(key(in), in.readLong(), in.readLong(), in.readLong(), tags(in), null);
    }

    /**
     * All of an entry but its bytes, which are not copied: as if there were none of them, or not one of them.
     *
     * @throws IOException when they are no entry
     */
    public static HomeObjectEntry readHead(byte[] packed) throws IOException {
        return readHead(packed, 0, packed.length);
    }

    /** As {@link #readHead(byte[])}, of an entry that is a part of an array. */
    public static HomeObjectEntry readHead(byte[] packed, int from, int length) throws IOException {
        return read(new WireReader(packed, from, length), in -> {
            HomeObjectEntry head = head(in);
            return in.readInt() == NONE ? head : head.with(NOT_READ);
        });
    }

    /** A question with its key, which follows it. */
    public static byte[] write(ObjectKey key, HomeRequest request) {
        WireWriter out = new WireWriter(length(key, request));
        byte[] name = key.bytes();
        switch (request) {
            case HomeRequest.Read read -> out.writeByte(0).writeBlock(name).writeLong(read.known());
            case HomeRequest.Write write -> {
                out.writeByte(1).writeBlock(name).writeLong(write.condition().wanted());
                out.writeLong(write.write()).writeLong(write.lifeMillis());
                tags(out, write.tags()).writeBlock(write.bytes());
            }
            case HomeRequest.Remove remove ->
                out.writeByte(2)
                        .writeBlock(name)
                        .writeLong(remove.condition().wanted())
                        .writeLong(remove.write());
            case HomeRequest.Evict evict -> out.writeByte(3).writeBlock(name).writeLong(evict.version());
            case HomeRequest.Confirm confirm ->
                out.writeByte(4).writeBlock(name).writeLong(confirm.write());
        }
        return out.toByteArray();
    }

    /** The size of a request; approximate for one without bytes. */
    public static int length(ObjectKey key, HomeRequest request) {
        int content =
                request instanceof HomeRequest.Write write ? Long.BYTES + length(write.tags(), write.bytes()) : SMALL;
        return 1 + 4 + key.length() + content;
    }

    /** The size of two numbers, tags and bytes. */
    private static int length(List<String> tags, byte[] bytes) {
        return 2 * Long.BYTES + length(tags) + 4 + bytes.length;
    }

    public record Question(ObjectKey key, HomeRequest request) {}

    public static Question readQuestion(byte[] packed) throws IOException {
        return read(packed, in -> {
            int kind = in.readByte();
            ObjectKey key = key(in);
            HomeRequest request = switch (kind) {
                case 0 -> new HomeRequest.Read(in.readLong());
                case 1 ->
                    new HomeRequest.Write(
                            new ChangeCondition(in.readLong()), in.readLong(), in.readLong(), tags(in), in.readBlock());
                case 2 -> new HomeRequest.Remove(new ChangeCondition(in.readLong()), in.readLong());
                case 3 -> new HomeRequest.Evict(in.readLong());
                case 4 -> new HomeRequest.Confirm(in.readLong());
                default -> throw new IOException("question " + kind + "; expected 0 to 4");
            };
            return new Question(key, request);
        });
    }

    public static byte[] write(HomeAnswer answer) {
        WireWriter out =
                new WireWriter(answer instanceof HomeAnswer.Has has ? 1 + length(has.tags(), has.bytes()) : SMALL);
        switch (answer) {
            case HomeAnswer.Has has -> {
                out.writeByte(0).writeLong(has.version()).writeLong(has.lifeMillis());
                tags(out, has.tags()).writeBlock(has.bytes());
            }
            case HomeAnswer.Same same ->
                out.writeByte(1).writeLong(same.version()).writeLong(same.lifeMillis());
            case HomeAnswer.Nothing nothing -> out.writeByte(2);
            case HomeAnswer.Stored stored -> out.writeByte(3).writeLong(stored.version());
            case HomeAnswer.Removed removed -> out.writeByte(4);
            case HomeAnswer.Full full -> out.writeByte(5);
            case HomeAnswer.Conflict conflict -> out.writeByte(6).writeLong(conflict.version());
            case HomeAnswer.Collision collision -> out.writeByte(7);
            case HomeAnswer.Unavailable unavailable -> out.writeByte(8).writeText(unavailable.reason());
        }
        return out.toByteArray();
    }

    public static HomeAnswer readAnswer(byte[] packed) throws IOException {
        return read(packed, in -> {
            int kind = in.readByte();
            return switch (kind) {
                case 0 -> new HomeAnswer.Has(in.readLong(), in.readLong(), tags(in), in.readBlock());
                case 1 -> new HomeAnswer.Same(in.readLong(), in.readLong());
                case 2 -> new HomeAnswer.Nothing();
                case 3 -> new HomeAnswer.Stored(in.readLong());
                case 4 -> new HomeAnswer.Removed();
                case 5 -> new HomeAnswer.Full();
                case 6 -> new HomeAnswer.Conflict(in.readLong());
                case 7 -> new HomeAnswer.Collision();
                case 8 -> new HomeAnswer.Unavailable(in.readText());
                default -> throw new IOException("answer " + kind + "; expected 0 to 8");
            };
        });
    }

    private static ObjectKey key(WireReader in) throws IOException {
        return ObjectKey.of(in.readBlock());
    }

    private static WireWriter tags(WireWriter out, List<String> tags) {
        out.writeByte(tags.size());
        tags.forEach(out::writeShortText);
        return out;
    }

    /** As {@link WireWriter#writeShortText} writes them, with their number. */
    private static int length(List<String> tags) {
        return tags.stream()
                .mapToInt(tag -> Short.BYTES + tag.getBytes(StandardCharsets.UTF_8).length)
                .reduce(1, Integer::sum);
    }

    private static List<String> tags(WireReader in) throws IOException {
        return List.copyOf(in.readList(in.readByte(), StoredContent.MOST_TAGS, "tags", WireReader::readShortText));
    }

    private static <T> T read(byte[] packed, WireReader.Field<T> reading) throws IOException {
        WireReader in = new WireReader(packed);
        T read = read(in, reading);
        if (in.left() > 0) {
            throw new IOException(packed.length + " bytes; expected " + in.left() + " less");
        }
        return read;
    }

    private static <T> T read(WireReader in, WireReader.Field<T> reading) throws IOException {
        int length = in.left();
        try {
            return reading.from(in);
        } catch (EOFException | IllegalArgumentException e) {
            throw new IOException(length + " bytes that cannot be read: " + e.getMessage(), e);
        }
    }
}
