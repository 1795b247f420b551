package io.gosling.http.documents;

import io.gosling.document.BlockInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A stream of so many bytes of a file from a position; ends early with an error when the file shrank. Does not close
 * the file.
 */
public final class FileRangeInputStream extends BlockInputStream {
    private final FileChannel file;
    private long position;
    private long left;

    public FileRangeInputStream(FileChannel file, long position, long length) {
        this.file = file;
        this.position = position;
        this.left = length;
    }

    @Override
    public int read(byte[] to, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int read = file.read(ByteBuffer.wrap(to, offset, (int) Math.min(length, left)), position);
        if (read < 0) {
            throw new EOFException("the file shrank: " + left + " bytes are missing");
        }
        position += read;
        left -= read;
        return read;
    }
}
