package io.gosling.purge;

import java.io.IOException;

/** Durable storage for the bytes of a quorum member, which outlive the process. Used by one thread at a time. */
public interface QuorumMemberStorage extends AutoCloseable {
    /** All that is stored; nothing when nothing is. */
    byte[] read() throws IOException;

    /** Adds at the end. When it returns, a loss of power does not take the bytes away. */
    void append(byte[] bytes) throws IOException;

    /** Everything is replaced or, when this fails, nothing. When it returns, a loss of power does not undo it. */
    void replace(byte[] bytes) throws IOException;

    @Override
    void close();

    static QuorumMemberStorage none() {
        return new QuorumMemberStorage() {
            @Override
            public byte[] read() {
                return new byte[0];
            }

            @Override
            public void append(byte[] bytes) {}

            @Override
            public void replace(byte[] bytes) {}

            @Override
            public void close() {}
        };
    }
}
