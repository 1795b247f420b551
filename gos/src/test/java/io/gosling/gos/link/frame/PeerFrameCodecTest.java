package io.gosling.gos.link.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.http.Headers;
import io.gosling.wire.WireWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Frames, their bytes and the reader, without sockets. */
class PeerFrameCodecTest {
    private static final int SEED = 20_261_127;
    private static final int ID = 0x7a00_0001;

    private static List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (PeerFrame frame : SampleFrames.all()) {
            lines.add(GatheredFrames.line(ID, frame));
            frame.body().release();
        }
        return lines;
    }

    private static byte[] all() {
        ByteBuf all = Unpooled.buffer();
        for (PeerFrame frame : SampleFrames.all()) {
            all.writeBytes(SampleFrames.bytes(ID, frame));
        }
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes);
        return bytes;
    }

    @Test
    void everyKindIsReadAsItWasWritten() {
        try (GatheredFrames gathered = GatheredFrames.ofNode()) {
            gathered.receive(all());
            assertEquals(lines(), gathered.frames);
            assertEquals(List.of(), gathered.faults);
        }
        Set<FrameKind> seen = EnumSet.noneOf(FrameKind.class);
        for (PeerFrame frame : SampleFrames.all()) {
            seen.add(frame.kind());
            frame.body().release();
        }
        assertEquals(EnumSet.allOf(FrameKind.class), seen);
    }

    @Test
    void framesMayArriveByteByByteAndInAnyPieces() {
        byte[] bytes = all();
        Random random = new Random(SEED);
        for (int most : new int[] {1, 7, 64, 300}) {
            try (GatheredFrames gathered = GatheredFrames.ofNode()) {
                for (int from = 0; from < bytes.length; ) {
                    int length = Math.min(bytes.length - from, 1 + random.nextInt(most));
                    gathered.receive(bytes, from, length);
                    from += length;
                }
                assertEquals(joined(lines()), joined(gathered.frames), "in pieces of up to " + most);
                assertEquals(List.of(), gathered.faults);
            }
        }
    }

    /** All bodies behind each other, since one may come in several frames; and the other frames in their order. */
    private static List<String> joined(List<String> lines) {
        StringBuilder bodies = new StringBuilder();
        List<String> others = new ArrayList<>();
        for (String line : lines) {
            int end = line.lastIndexOf(' ');
            bodies.append(line.substring(end + 1));
            if (!line.contains(" Data ")) {
                others.add(line.substring(0, end));
            }
        }
        others.add(bodies.toString());
        return others;
    }

    @Test
    void aFrameThatIsCutAnywhereIsNotPassedOn() {
        for (PeerFrame frame : SampleFrames.all()) {
            FrameKind kind = frame.kind();
            byte[] bytes = SampleFrames.bytes(ID, frame);
            int fields = ByteBuffer.wrap(bytes).getInt();
            for (int length = 0; length < PeerFrameCodec.HEADER + fields; length++) {
                try (GatheredFrames gathered = GatheredFrames.ofNode()) {
                    gathered.receive(bytes, 0, length);
                    assertEquals(List.of(), gathered.frames, kind + " after " + length + " bytes");
                    assertEquals(List.of(), gathered.faults);
                }
            }
        }
    }

    @Test
    void fieldsThatAreTooShortOrTooLongAreRefused() {
        for (PeerFrame frame : SampleFrames.all()) {
            FrameKind kind = frame.kind();
            byte[] bytes = SampleFrames.bytes(ID, frame);
            int length = ByteBuffer.wrap(bytes).getInt();
            byte[] fields = Arrays.copyOfRange(bytes, PeerFrameCodec.HEADER, PeerFrameCodec.HEADER + length);
            boolean otherVersion = frame instanceof PeerFrame.Hello hello && hello.version() != PeerFrame.VERSION;
            for (int cut = 0; cut < (otherVersion ? 2 : length); cut++) {
                byte[] some = Arrays.copyOf(fields, cut);
                assertThrows(
                        IOException.class,
                        () -> PeerFrameCodec.read(kind, some, Unpooled.EMPTY_BUFFER),
                        kind + " of " + cut + " of " + length + " bytes");
            }
            if (!otherVersion) {
                byte[] more = Arrays.copyOf(fields, length + 1);
                assertThrows(IOException.class, () -> PeerFrameCodec.read(kind, more, Unpooled.EMPTY_BUFFER));
            }
        }
    }

    @Test
    void damagedBytesEndInAFrameOrInAReason() {
        Random random = new Random(SEED);
        byte[] whole = all();
        int faults = 0;
        for (int turn = 0; turn < 5000; turn++) {
            byte[] bytes = whole.clone();
            for (int left = 1 + random.nextInt(4); left > 0; left--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try (GatheredFrames gathered = GatheredFrames.ofNode()) {
                gathered.receive(bytes, 0, bytes.length / 2);
                gathered.receive(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
                assertTrue(gathered.faults.size() <= 1, "one reason at most");
                faults += gathered.faults.size();
            }
        }
        assertTrue(faults > 1000, faults + " of 5000 were noticed");
    }

    @Test
    void noiseIsRefused() {
        Random random = new Random(SEED);
        for (int turn = 0; turn < 2000; turn++) {
            byte[] noise = new byte[4 + random.nextInt(200)];
            random.nextBytes(noise);
            try (GatheredFrames gathered = new GatheredFrames()) {
                gathered.receive(noise);
                assertEquals(List.of(), gathered.frames);
                assertEquals(1, gathered.faults.size());
            }
        }
    }

    private static byte[] header(int fields, int body, int kind) {
        return ByteBuffer.allocate(PeerFrameCodec.HEADER)
                .putInt(fields)
                .putInt(body)
                .put((byte) kind)
                .putInt(ID)
                .array();
    }

    private static void assertRefused(String reason, byte[] header) {
        try (GatheredFrames gathered = GatheredFrames.ofNode()) {
            gathered.receive(header);
            assertEquals(List.of(reason), gathered.faults);
            gathered.receive(SampleFrames.bytes(ID, new PeerFrame.Miss()));
            assertEquals(List.of(), gathered.frames, "nothing is read any more");
        }
    }

    @Test
    void aFrameBeyondTheBoundsOfItsKindIsRefusedByItsHeader() {
        for (FrameKind kind : FrameKind.values()) {
            for (int fields : new int[] {kind.mostFields() + 1, Integer.MAX_VALUE, -1}) {
                assertRefused(
                        "a frame " + kind + " of " + fields + " bytes; expected at most " + kind.mostFields(),
                        header(fields, 0, kind.code()));
            }
            for (int body : new int[] {kind.mostBody() + 1, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertRefused(
                        "a frame " + kind + " of " + body + " bytes; expected at most " + kind.mostBody(),
                        header(0, body, kind.code()));
            }
        }
    }

    @Test
    void aKindThatThereIsNoneOfIsRefused() {
        for (int kind : new int[] {0, 19, 127, -1}) {
            assertRefused("a frame of kind " + kind + ", which there is none of", header(0, 0, kind));
        }
    }

    @Test
    void beforeTheHandshakeOnlyItsFramesAreAccepted() {
        for (FrameKind kind : FrameKind.values()) {
            try (GatheredFrames gathered = new GatheredFrames()) {
                gathered.receive(SampleFrames.preamble());
                gathered.receive(header(kind.mostFields(), 0, kind.code()));
                assertEquals(
                        kind.isOfHandshake() ? List.of() : List.of("a frame " + kind + " before HELLO"),
                        gathered.faults);
            }
        }
    }

    @Test
    void theGreetingOfAnOldVersionIsReadForItsVersionAlone() throws IOException {
        byte[] fields = {0, 2, 99, 98, 97};
        assertEquals(PeerFrame.Hello.other(2), PeerFrameCodec.read(FrameKind.HELLO, fields, Unpooled.EMPTY_BUFFER));
    }

    @Test
    void theGreetingOfANewerVersionMayBeLonger() throws IOException {
        byte[] fields = {0, 9, 0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 't', 0, 1, 'n', 99, 98};
        assertEquals(
                new PeerFrame.Hello(9, 1, 2, "t", "n"),
                PeerFrameCodec.read(FrameKind.HELLO, fields, Unpooled.EMPTY_BUFFER));
        byte[] shorter = {0, 9, 0, 0, 0, 1};
        assertThrows(IOException.class, () -> PeerFrameCodec.read(FrameKind.HELLO, shorter, Unpooled.EMPTY_BUFFER));
    }

    @Test
    void aFrameBeyondTheBoundsIsNotWritten() {
        PeerFrame frame = new PeerFrame.Fetch(
                PeerFrame.Fetch.From.MEMORY, "/" + "a".repeat(FrameKind.FETCH.mostFields()), AgedCount.NONE, 0);
        assertThrows(IllegalArgumentException.class, () -> PeerFrameCodec.head(1, frame, ByteBufAllocator.DEFAULT));
        ByteBuf large = Unpooled.buffer().writeZero(FrameKind.MOST_BODY + 1);
        assertThrows(
                IllegalArgumentException.class,
                () -> PeerFrameCodec.head(1, new PeerFrame.Data(large), ByteBufAllocator.DEFAULT));
        large.release();
    }

    @Test
    void aRequestBeyondItsBoundIsNeitherWrittenNorRead() {
        int most = SharedResponseFrameCodec.MOST_REQUEST;
        Headers large = Headers.of("A", "a".repeat(most));
        PeerFrame join = new PeerFrame.Join(new SharedResponseRequest("http://origin.test/", large, "", 1));
        assertThrows(IllegalArgumentException.class, () -> PeerFrameCodec.head(1, join, ByteBufAllocator.DEFAULT));
        WireWriter out = new WireWriter(most + 100).writeText("http://origin.test/");
        byte[] fields =
                out.writeBlock(new byte[most + 1]).writeText("").writeLong(1).toByteArray();
        assertThrows(IOException.class, () -> PeerFrameCodec.read(FrameKind.JOIN, fields, Unpooled.EMPTY_BUFFER));
        PeerFrame reply = new PeerFrame.Same(new EncodedResponseHead(new byte[FrameKind.SAME.mostFields()], ""));
        assertThrows(IllegalArgumentException.class, () -> PeerFrameCodec.head(1, reply, ByteBufAllocator.DEFAULT));
    }

    @Test
    void anAnswerThatCannotBeOneIsRefused() {
        byte[] shorter = new WireWriter(100)
                .writeBlock(new byte[3])
                .writeText("")
                .writeLong(-2)
                .toByteArray();
        assertThrows(IOException.class, () -> PeerFrameCodec.read(FrameKind.GIVEN, shorter, Unpooled.EMPTY_BUFFER));
        byte[] noFailure = new WireWriter(5)
                .writeShort(200)
                .writeBoolean(true)
                .writeShort(0)
                .toByteArray();
        assertThrows(
                IOException.class,
                () -> PeerFrameCodec.read(FrameKind.FAILED_ORIGIN, noFailure, Unpooled.EMPTY_BUFFER));
        byte[] longVariant = new WireWriter(500)
                .writeBlock(new byte[3])
                .writeText("v".repeat(SharedResponseFrameCodec.MOST_VARIANT + 1))
                .toByteArray();
        assertThrows(IOException.class, () -> PeerFrameCodec.read(FrameKind.SAME, longVariant, Unpooled.EMPTY_BUFFER));
    }

    @Test
    void theReasonOfARefusalIsCutToItsBound() throws IOException {
        byte[] bytes = SampleFrames.bytes(1, new PeerFrame.Refused("\u20ac".repeat(2000)));
        assertTrue(bytes.length <= PeerFrameCodec.HEADER + FrameKind.REFUSED.mostFields());
        byte[] fields = Arrays.copyOfRange(bytes, PeerFrameCodec.HEADER, bytes.length);
        assertEquals(
                new PeerFrame.Refused("\u20ac".repeat(125)),
                PeerFrameCodec.read(FrameKind.REFUSED, fields, Unpooled.EMPTY_BUFFER));
    }

    @Test
    void theBodyOfAFrameIsASliceOfWhatWasReceived() {
        byte[] bytes = SampleFrames.bytes(ID, new PeerFrame.Data(Unpooled.copiedBuffer(SampleFrames.BODY)));
        ByteBuf received = Unpooled.copiedBuffer(SampleFrames.preamble(), bytes);
        List<ByteBuf> bodies = new ArrayList<>();
        GatheredFrames gathered = new GatheredFrames() {
            @Override
            public void frame(int id, PeerFrame frame) {
                bodies.add(frame.body());
            }
        };
        gathered.reader.welcome();
        gathered.receive(received);
        assertSame(received, bodies.getFirst().unwrap());
        bodies.getFirst().release();
        assertEquals(0, received.refCnt());
        gathered.close();
    }
}
