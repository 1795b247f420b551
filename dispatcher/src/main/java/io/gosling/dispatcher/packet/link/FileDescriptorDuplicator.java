package io.gosling.dispatcher.packet.link;

import java.io.IOException;
import java.lang.foreign.Arena;

/** Descriptors of files and sockets of this process. */
public final class FileDescriptorDuplicator {
    private FileDescriptorDuplicator() {}

    /**
     * One more descriptor of the same socket or file, which stays open until both are closed, and which no child of
     * this process gets.
     *
     * @throws IOException when there may be no more
     */
    public static int another(int descriptor) throws IOException {
        try (Arena scratch = Arena.ofConfined()) {
            int other = PacketSystemCalls.duplicate(scratch.allocate(PacketSystemCalls.STATE), descriptor);
            if (other < 0) {
                throw PacketSystemCalls.failed("one more descriptor of a socket", other);
            }
            return other;
        }
    }
}
