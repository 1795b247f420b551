package io.gosling.document;

import io.gosling.wire.SecureHashes;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;

/** Strong entity tags (RFC 9110, section 8.8.3), with their quotes. */
public final class EntityTagGenerator {
    private static final int HASH_BYTES = 16;
    private static final int PIECE = 64 << 10;

    private EntityTagGenerator() {}

    /** The tag of bytes, which may be in pieces: equal on every node that has the same ones. */
    public static String ofContent(ByteBuffer... pieces) {
        MessageDigest digest = SecureHashes.sha256();
        for (ByteBuffer piece : pieces) {
            digest.update(piece);
        }
        return of(digest);
    }

    /**
     * The tag of a file's first bytes, which are read in pieces: nothing of it stays in memory.
     *
     * @throws EOFException when there are not so many
     */
    public static String ofContent(FileChannel file, long size) throws IOException {
        MessageDigest digest = SecureHashes.sha256();
        ByteBuffer piece = ByteBuffer.allocate(PIECE);
        for (long at = 0; at < size; ) {
            piece.clear().limit((int) Math.min(PIECE, size - at));
            int read = file.read(piece, at);
            if (read < 0) {
                throw new EOFException("the file became shorter");
            }
            digest.update(piece.flip());
            at += read;
        }
        return of(digest);
    }

    /** Returns whether a tag of this form is computed from the bytes, so that a holder of the bytes can verify it. */
    public static boolean isOfContent(String tag) {
        return tag.indexOf('.') < 0;
    }

    private static String of(MessageDigest digest) {
        byte[] bits = Arrays.copyOf(digest.digest(), HASH_BYTES);
        return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(bits) + '"';
    }

    /** The tag of a file that is too large to hash; the dot keeps it apart from every hash. */
    static String ofStamp(FileStamp stamp) {
        return '"' + Long.toHexString(stamp.size()) + '.' + Long.toHexString(stamp.modifiedNanos()) + '"';
    }
}
