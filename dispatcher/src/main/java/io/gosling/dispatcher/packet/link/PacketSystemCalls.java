package io.gosling.dispatcher.packet.link;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/** The system calls of a {@link PacketSocket}. Each gives its result, or minus the number of its error. */
@SuppressWarnings("restricted")
final class PacketSystemCalls {
    static final int AGAIN = 11;
    static final int INTERRUPTED = 4;
    static final int INVALID = 22;
    static final int NOT_PERMITTED = 1;
    static final int IN_USE = 98;
    static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle SOCKET =
            handle("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
    private static final MethodHandle BIND =
            handle("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle SETSOCKOPT =
            handle("setsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
    private static final MethodHandle GETSOCKOPT =
            handle("getsockopt", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS));
    private static final MethodHandle RECVMMSG =
            handle("recvmmsg", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
    private static final MethodHandle SENDMMSG =
            handle("sendmmsg", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
    private static final MethodHandle POLL =
            handle("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));
    private static final MethodHandle CLOSE = handle("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));
    private static final MethodHandle FCNTL = handle(
            "fcntl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), Linker.Option.firstVariadicArg(2));
    private static final int DUPLICATE_CLOSED_ON_EXEC = 1030;

    private PacketSystemCalls() {}

    private static MethodHandle handle(String name, FunctionDescriptor descriptor, Linker.Option... more) {
        Linker linker = Linker.nativeLinker();
        Linker.Option[] options = Arrays.copyOf(more, more.length + 1);
        options[more.length] = Linker.Option.captureCallState("errno");
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor, options);
    }

    private static int result(int returned, MemorySegment state) {
        return returned < 0 ? -(int) ERRNO.get(state, 0L) : returned;
    }

    private static AssertionError unexpected(Throwable thrown) {
        return new AssertionError("a call of the system threw", thrown);
    }

    /** A call that is made once for each socket; those for each batch of frames are made without an object. */
    @FunctionalInterface
    private interface Call {
        int make() throws Throwable;
    }

    private static int once(MemorySegment state, Call call) {
        try {
            return result(call.make(), state);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static IOException failed(String call, int result) {
        return new IOException(call + " failed with error " + -result + " of the system");
    }

    static int socket(MemorySegment state, int family, int type, int protocol) {
        return once(state, () -> (int) SOCKET.invokeExact(state, family, type, protocol));
    }

    static int bind(MemorySegment state, int socket, MemorySegment address) {
        return once(state, () -> (int) BIND.invokeExact(state, socket, address, (int) address.byteSize()));
    }

    static int set(MemorySegment state, int socket, int level, int option, MemorySegment value) {
        return once(
                state, () -> (int) SETSOCKOPT.invokeExact(state, socket, level, option, value, (int) value.byteSize()));
    }

    static int get(MemorySegment state, int socket, int level, int option, MemorySegment value, MemorySegment length) {
        return once(state, () -> (int) GETSOCKOPT.invokeExact(state, socket, level, option, value, length));
    }

    static int receive(MemorySegment state, int socket, MemorySegment messages, int count, int flags) {
        try {
            return result((int) RECVMMSG.invokeExact(state, socket, messages, count, flags, MemorySegment.NULL), state);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int send(MemorySegment state, int socket, MemorySegment messages, int count, int flags) {
        try {
            return result((int) SENDMMSG.invokeExact(state, socket, messages, count, flags), state);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int poll(MemorySegment state, MemorySegment descriptor, int millis) {
        try {
            return result((int) POLL.invokeExact(state, descriptor, 1L, millis), state);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    static int duplicate(MemorySegment state, int descriptor) {
        return once(state, () -> (int) FCNTL.invokeExact(state, descriptor, DUPLICATE_CLOSED_ON_EXEC, 0));
    }

    static int close(MemorySegment state, int socket) {
        return once(state, () -> (int) CLOSE.invokeExact(state, socket));
    }
}
