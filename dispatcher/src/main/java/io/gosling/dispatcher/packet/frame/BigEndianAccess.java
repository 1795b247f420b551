package io.gosling.dispatcher.packet.frame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** Numbers as they lie in frames: the highest byte first, at any address. */
final class BigEndianAccess {
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private BigEndianAccess() {}

    static int octet(MemorySegment memory, long at) {
        return Byte.toUnsignedInt(memory.get(ValueLayout.JAVA_BYTE, at));
    }

    static void octet(MemorySegment memory, long at, int value) {
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) value);
    }

    static int word(MemorySegment memory, long at) {
        return Short.toUnsignedInt(memory.get(SHORT, at));
    }

    static void word(MemorySegment memory, long at, int value) {
        memory.set(SHORT, at, (short) value);
    }

    static int dword(MemorySegment memory, long at) {
        return memory.get(INT, at);
    }

    static void dword(MemorySegment memory, long at, int value) {
        memory.set(INT, at, value);
    }

    static long qword(MemorySegment memory, long at) {
        return memory.get(LONG, at);
    }

    static void qword(MemorySegment memory, long at, long value) {
        memory.set(LONG, at, value);
    }

    static long mac(MemorySegment memory, long at) {
        return (long) word(memory, at) << 32 | Integer.toUnsignedLong(dword(memory, at + 2));
    }

    static void mac(MemorySegment memory, long at, long bits) {
        word(memory, at, (int) (bits >>> 32));
        dword(memory, at + 2, (int) bits);
    }
}
