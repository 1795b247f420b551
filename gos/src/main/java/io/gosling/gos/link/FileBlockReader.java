package io.gosling.gos.link;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;

/** Reads an open file, which it owns, from a position on. */
final class FileBlockReader implements OutgoingBody.Reader {
    private final FileChannel file;
    private long position;

    FileBlockReader(FileChannel file, long position) {
        this.file = file;
        this.position = position;
    }

    /**
     * Reads so many bytes.
     *
     * @throws EOFException when the file has become shorter
     */
    @Override
    public ByteBuf next(int bytes) throws IOException {
        ByteBuf block = ByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
        try {
            while (block.isWritable()) {
                int read = block.writeBytes(file, position, block.writableBytes());
                if (read < 0) {
                    throw new EOFException("the file ends after " + position + " bytes");
                }
                position += read;
            }
            return block;
        } catch (IOException | RuntimeException | Error e) {
            block.release();
            throw e;
        }
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException e) {
            // It was read only: nothing is lost.
        }
    }
}
