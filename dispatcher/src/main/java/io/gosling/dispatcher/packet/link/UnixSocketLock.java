package io.gosling.dispatcher.packet.link;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A lock by a name that only one live process of a host can have, however it ends: an abstract Unix socket (unix(7)).
 * Such names are those of one network namespace, as interfaces are. Used by one thread.
 */
public final class UnixSocketLock implements AutoCloseable {
    private static final int AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int CLOSE_ON_EXEC = 0x80000;

    private final int socket;
    private boolean closed;

    private UnixSocketLock(int socket) {
        this.socket = socket;
    }

    /** Takes a name of at most 100 characters; empty if it is taken. Throws where the system has no such names. */
    public static Optional<UnixSocketLock> of(String name) throws IOException {
        try (Arena scratch = Arena.ofConfined()) {
            byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
            // Its first byte is 0: no file.
            MemorySegment address = scratch.allocate(Short.BYTES + 1L + bytes.length, Short.BYTES);
            address.set(JAVA_SHORT, 0, (short) AF_UNIX);
            MemorySegment.copy(bytes, 0, address, JAVA_BYTE, Short.BYTES + 1L, bytes.length);
            MemorySegment state = scratch.allocate(PacketSystemCalls.STATE);
            int made = PacketSystemCalls.socket(state, AF_UNIX, SOCK_DGRAM | CLOSE_ON_EXEC, 0);
            if (made < 0) {
                throw PacketSystemCalls.failed("socket(AF_UNIX)", made);
            }
            int bound = PacketSystemCalls.bind(state, made, address);
            if (bound < 0) {
                PacketSystemCalls.close(state, made);
            }
            if (bound == -PacketSystemCalls.IN_USE) {
                return Optional.empty();
            }
            if (bound < 0) {
                throw PacketSystemCalls.failed("bind of the name " + name, bound);
            }
            return Optional.of(new UnixSocketLock(made));
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try (Arena scratch = Arena.ofConfined()) {
                PacketSystemCalls.close(scratch.allocate(PacketSystemCalls.STATE), socket);
            }
        }
    }
}
