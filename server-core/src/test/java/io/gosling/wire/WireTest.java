package io.gosling.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WireTest {
    /** With NUL and a character outside the basic plane. */
    private static final List<String> TEXTS = List.of("", "plain", "späť", "a\0b", "\uD83D\uDE00");

    /** A field, as this writer and the JDK's write it, and as it is read. */
    private interface Field {
        void write(WireWriter out);

        void write(DataOutputStream out) throws IOException;

        Object read(WireReader in) throws IOException;

        Object value();
    }

    private record Number(int kind, long value64) implements Field {
        @Override
        public void write(WireWriter out) {
            switch (kind) {
                case 0 -> out.writeBoolean(value64 > 0);
                case 1 -> out.writeByte((int) value64);
                case 2 -> out.writeShort((int) value64);
                case 3 -> out.writeInt((int) value64);
                case 4 -> out.writeLong(value64);
                default -> out.writeDouble(value64);
            }
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            switch (kind) {
                case 0 -> out.writeBoolean(value64 > 0);
                case 1 -> out.writeByte((int) value64);
                case 2 -> out.writeShort((int) value64);
                case 3 -> out.writeInt((int) value64);
                case 4 -> out.writeLong(value64);
                default -> out.writeDouble(value64);
            }
        }

        @Override
        public Object read(WireReader in) throws IOException {
            return switch (kind) {
                case 0 -> in.readBoolean();
                case 1 -> in.readUnsignedByte();
                case 2 -> in.readUnsignedShort();
                case 3 -> in.readInt();
                case 4 -> in.readLong();
                default -> in.readDouble();
            };
        }

        @Override
        public Object value() {
            return switch (kind) {
                case 0 -> value64 > 0;
                case 1 -> (int) value64 & 0xff;
                case 2 -> (int) value64 & 0xffff;
                case 3 -> (int) value64;
                case 4 -> value64;
                default -> (double) value64;
            };
        }
    }

    private record Text(int kind, String value) implements Field {
        @Override
        public void write(WireWriter out) {
            if (kind == 0) {
                out.writeText(value);
            } else {
                out.writeShortText(value);
            }
        }

        @Override
        public void write(DataOutputStream out) throws IOException {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            if (kind == 0) {
                out.writeInt(bytes.length);
            } else {
                out.writeShort(bytes.length);
            }
            out.write(bytes);
        }

        @Override
        public Object read(WireReader in) throws IOException {
            return kind == 0 ? in.readText() : in.readShortText();
        }
    }

    private static List<Field> some(Random random) {
        List<Field> fields = new ArrayList<>();
        for (int i = random.nextInt(20); i >= 0; i--) {
            fields.add(
                    random.nextBoolean()
                            ? new Number(random.nextInt(6), random.nextLong())
                            : new Text(random.nextInt(3), TEXTS.get(random.nextInt(TEXTS.size()))));
        }
        return fields;
    }

    private static byte[] written(List<Field> fields, int about) {
        WireWriter out = new WireWriter(about);
        fields.forEach(field -> field.write(out));
        return out.toByteArray();
    }

    @Test
    void fieldsAreBytesAsTheJdkWritesThemAndAreReadAsTheyWere() throws IOException {
        Random random = new Random(20_261_127);
        for (int round = 0; round < 2_000; round++) {
            List<Field> fields = some(random);
            ByteArrayOutputStream expected = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(expected);
            for (Field field : fields) {
                field.write(out);
            }
            byte[] bytes = written(fields, random.nextBoolean() ? expected.size() : random.nextInt(64));
            assertArrayEquals(expected.toByteArray(), bytes);
            int margin = random.nextInt(3);
            WireReader in = new WireReader(framed(bytes, margin), margin, bytes.length);
            for (Field field : fields) {
                assertEquals(field.value(), field.read(in));
            }
            assertEquals(0, in.left());
        }
    }

    private static byte[] framed(byte[] bytes, int margin) {
        byte[] framed = new byte[bytes.length + 2 * margin];
        System.arraycopy(bytes, 0, framed, margin, bytes.length);
        return framed;
    }

    @Test
    void whatIsCutAnywhereEndsTooEarly() {
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            List<Field> fields = some(random);
            byte[] bytes = written(fields, 16);
            for (int end = 0; end < bytes.length; end++) {
                // Behind the end there is more, which is not the message's.
                WireReader in = new WireReader(bytes, 0, end);
                assertThrows(EOFException.class, () -> {
                    for (Field field : fields) {
                        field.read(in);
                    }
                });
            }
        }
    }

    @Test
    void damageIsAnErrorOrAnotherValueAndNothingElse() {
        Random random = new Random(11);
        for (int round = 0; round < 20_000; round++) {
            List<Field> fields = some(random);
            byte[] bytes = written(fields, 16);
            for (int damages = random.nextInt(4); damages >= 0; damages--) {
                bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? random.nextInt() : 255);
            }
            WireReader in = new WireReader(bytes);
            try {
                for (Field field : fields) {
                    int before = in.left();
                    field.read(in);
                    assertTrue(in.left() < before);
                }
            } catch (IOException e) {
                assertTrue(in.left() >= 0, e.getMessage());
            }
        }
    }

    /** An array of this length would not fit into the memory of most tests. */
    @Test
    void aLengthReservesNoMemory() {
        byte[] bytes = new WireWriter(4).writeInt(Integer.MAX_VALUE).toByteArray();
        assertThrows(EOFException.class, () -> new WireReader(bytes).readBlock());
        assertThrows(EOFException.class, () -> new WireReader(bytes).readText());
        byte[] negative = new WireWriter(4).writeInt(-1).toByteArray();
        assertThrows(IOException.class, () -> new WireReader(negative).readBlock());
    }

    @Test
    void aCountIsBounded() throws IOException {
        assertEquals(3, WireReader.count(3, 3, "things"));
        for (int count : new int[] {-1, 4}) {
            IOException refused = assertThrows(IOException.class, () -> WireReader.count(count, 3, "things"));
            assertEquals(count + " things; expected 0 to 3", refused.getMessage());
        }
    }

    @Test
    void aTextThatIsNoUtf8IsRefusedOrReplaced() throws IOException {
        byte[] wrong = new WireWriter(3).writeShort(1).writeByte(0xff).toByteArray();
        assertThrows(IOException.class, () -> new WireReader(wrong).readShortText());
        byte[] replaced = new WireWriter(5).writeInt(1).writeByte(0xff).toByteArray();
        assertEquals("\uFFFD", new WireReader(replaced).readText());
    }

    @Test
    void aTextThatIsTooLongIsRefused() {
        String longest = "x".repeat(0xffff);
        assertEquals(
                2 + longest.length(), new WireWriter(0).writeShortText(longest).size());
        assertThrows(IllegalArgumentException.class, () -> new WireWriter(0).writeShortText(longest + "x"));
    }

    @Test
    void aWriterThatWasAsLargeAsItWasToldIsNotCopied() {
        WireWriter exact = new WireWriter(8).writeLong(1);
        assertSame(exact.toByteArray(), exact.toByteArray());
        assertArrayEquals(
                Arrays.copyOf(exact.toByteArray(), 8),
                new WireWriter(0).writeLong(1).toByteArray());
    }
}
