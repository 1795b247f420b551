package io.gosling.dispatcher.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.gosling.dispatcher.packet.frame.EthernetFrame;
import io.gosling.dispatcher.packet.frame.InternetChecksum;
import io.gosling.dispatcher.packet.frame.IpAddress;
import io.gosling.settings.SettingValues;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Frames as other hosts would send them, made byte by byte, and read again the slow way. */
public final class Packets {
    /** Hardware addresses of the tests. */
    public static final long CLIENT_MAC = 0x02_00_00_00_00_01L;

    /** As {@link #CLIENT_MAC}. */
    public static final long OWN_MAC = 0x02_00_00_00_00_02L;

    private static final int ETHERNET = 14;

    private Packets() {}

    /** An address of IPv4 by its four parts. */
    public static IpAddress address(int a, int b, int c, int d) {
        return IpAddress.four(a << 24 | b << 16 | c << 8 | d);
    }

    /** One of IPv6 of a network of documents (RFC 3849) by its last part. */
    public static IpAddress six(int last) {
        return new IpAddress(0x20010DB8_00000000L, last);
    }

    /** The settings without which there is no dispatcher: a cluster address, at the interface eth0. */
    static SettingValues values(IpAddress cluster) {
        return SettingValues.none().withValue(PacketSettings.VIP, cluster).withValue(PacketSettings.INTERFACE, "eth0");
    }

    /** A frame with a packet of TCP, its checksums right. */
    public static byte[] tcp(IpAddress from, int fromPort, IpAddress to, int toPort, int flags, String payload) {
        return tcp(from, fromPort, to, toPort, flags, 1, payload);
    }

    /** The same whose first byte has a number. */
    public static byte[] tcp(
            IpAddress from, int fromPort, IpAddress to, int toPort, int flags, int number, String payload) {
        byte[] data = payload.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer frame = begun(from, to, 6, 20 + data.length);
        frame.putShort((short) fromPort).putShort((short) toPort).putInt(number).putInt(2);
        frame.put((byte) 0x50).put((byte) flags).putShort((short) 1000).putInt(0);
        frame.put(data);
        frame.putShort(transport(frame.array()) + 16, (short) tcpChecksum(frame.array()));
        return frame.array();
    }

    /** A frame with ICMP's word that a packet, which is quoted as far as its ports, was too long. */
    public static byte[] tooLong(IpAddress from, IpAddress to, byte[] about) {
        int quoted = transport(about) - ETHERNET + 8;
        ByteBuffer frame = begun(from, to, icmp(from), 8 + quoted);
        if (from.isFour()) {
            frame.put((byte) 3).put((byte) 4);
        } else {
            frame.put((byte) 2).put((byte) 0);
        }
        frame.putShort((short) 0).putInt(1400);
        frame.put(about, ETHERNET, quoted);
        frame.putShort(transport(frame.array()) + 2, (short) icmpChecksum(frame.array()));
        return frame.array();
    }

    /** A frame that asks for an echo. */
    public static byte[] ping(IpAddress from, IpAddress to) {
        ByteBuffer frame = begun(from, to, icmp(from), 13);
        frame.put((byte) (from.isFour() ? 8 : 128))
                .put((byte) 0)
                .putShort((short) 0)
                .putInt(77);
        frame.put("hello".getBytes(StandardCharsets.US_ASCII));
        frame.putShort(transport(frame.array()) + 2, (short) icmpChecksum(frame.array()));
        return frame.array();
    }

    private static int icmp(IpAddress address) {
        return address.isFour() ? 1 : 58;
    }

    /** All before what a packet carries. */
    private static ByteBuffer begun(IpAddress from, IpAddress to, int protocol, int bytes) {
        boolean four = from.isFour();
        ByteBuffer frame = ByteBuffer.allocate(ETHERNET + (four ? 20 : 40) + bytes);
        mac(frame, OWN_MAC);
        mac(frame, CLIENT_MAC);
        if (four) {
            frame.putShort((short) 0x0800);
            frame.put((byte) 0x45).put((byte) 0).putShort((short) (20 + bytes)).putInt(0x12344000);
            frame.put((byte) 64).put((byte) protocol).putShort((short) 0);
            frame.putInt(from.bits()).putInt(to.bits());
            frame.putShort(ETHERNET + 10, (short) headerChecksum(frame.array()));
        } else {
            frame.putShort((short) 0x86DD);
            frame.putInt(0x60000000)
                    .putShort((short) bytes)
                    .put((byte) protocol)
                    .put((byte) 64);
            frame.putLong(from.high()).putLong(from.low());
            frame.putLong(to.high()).putLong(to.low());
        }
        return frame;
    }

    private static boolean isFour(byte[] frame) {
        return word(frame, 12) == 0x0800;
    }

    /** Offset of a packet's payload. */
    public static int transport(byte[] frame) {
        return ETHERNET + (isFour(frame) ? 20 : 40);
    }

    private static void mac(ByteBuffer frame, long mac) {
        frame.putShort((short) (mac >>> 32)).putInt((int) mac);
    }

    /** The expected checksum of the IP header. */
    public static int headerChecksum(byte[] frame) {
        return checksum(frame, ETHERNET, 20, 10, 0);
    }

    /** The expected TCP checksum. */
    public static int tcpChecksum(byte[] frame) {
        return checksum(frame, transport(frame), frame.length - transport(frame), 16, pseudo(frame));
    }

    /** The partial TCP checksum: the sum of addresses, protocol and length. */
    public static int partialChecksum(byte[] frame) {
        return ~InternetChecksum.of(pseudo(frame)) & 0xFFFF;
    }

    private static long pseudo(byte[] frame) {
        int length = frame.length - transport(frame);
        MemorySegment memory = MemorySegment.ofArray(frame);
        return isFour(frame)
                ? InternetChecksum.sum(memory, ETHERNET + 12, 8, 6 + length)
                : InternetChecksum.sum(memory, ETHERNET + 8, 32, frame[ETHERNET + 6] + length);
    }

    /** The expected ICMP checksum. */
    public static int icmpChecksum(byte[] frame) {
        long start = isFour(frame) ? 0 : pseudo(frame);
        return checksum(frame, transport(frame), frame.length - transport(frame), 2, start);
    }

    /** The actual ICMP checksum. */
    public static int icmpChecksumIn(byte[] frame) {
        return word(frame, transport(frame) + 2);
    }

    private static int checksum(byte[] frame, int at, int bytes, int field, long start) {
        byte[] copy = frame.clone();
        copy[at + field] = 0;
        copy[at + field + 1] = 0;
        return InternetChecksum.of(InternetChecksum.sum(MemorySegment.ofArray(copy), at, bytes, start));
    }

    /** 16 bits of a frame. */
    public static int word(byte[] frame, int at) {
        return Short.toUnsignedInt(ByteBuffer.wrap(frame).getShort(at));
    }

    /** 48 bits of a frame. */
    static long mac(byte[] frame, int at) {
        return (long) word(frame, at) << 32
                | Integer.toUnsignedLong(ByteBuffer.wrap(frame).getInt(at + 2));
    }

    /** The frame behind an empty virtio header. */
    public static MemorySegment behindVirtio(byte[] frame) {
        MemorySegment memory = MemorySegment.ofArray(new byte[EthernetFrame.VIRTIO_BYTES + frame.length]);
        MemorySegment.copy(frame, 0, memory, JAVA_BYTE, EthernetFrame.VIRTIO_BYTES, frame.length);
        return memory;
    }

    /** The frame of such memory. */
    public static byte[] frame(MemorySegment memory) {
        return memory.asSlice(EthernetFrame.VIRTIO_BYTES).toArray(JAVA_BYTE);
    }

    /** Returns true if all checksums of a frame with TCP are what they should be. */
    public static boolean isRight(byte[] frame) {
        return (!isFour(frame) || word(frame, ETHERNET + 10) == headerChecksum(frame))
                && word(frame, transport(frame) + 16) == tcpChecksum(frame);
    }
}
