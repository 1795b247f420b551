package io.gosling.caching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.http.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoredResponseHeadCodecTest {
    private static final long SECOND = 1_000_000_000L;

    private static StoredResponseHead reply() {
        return Replies.stored("Cache-Control: max-age=60, stale-while-revalidate=5, stale-if-error=7"
                + " | Age: 3 | ETag: \"a\" | Surrogate-Key: red green | X-Name: Gänse");
    }

    @Test
    void aResponseIsAsOldWhereItArrivesAsWhereItWas() throws IOException {
        StoredResponseHead there = reply();
        StoredResponseHead here =
                StoredResponseHeadCodec.read(StoredResponseHeadCodec.write(there, 10 * SECOND), -500 * SECOND);

        assertEquals(there.age(10 * SECOND), here.age(-500 * SECOND));
        assertEquals(Duration.ofSeconds(13), here.age(-500 * SECOND));
        assertEquals(there.initialAge(), here.initialAge());
        assertEquals(there.status(), here.status());
        assertEquals(there.terms(), here.terms());
        assertEquals(there.tags(), here.tags());
        assertEquals(lines(there.fields()), lines(here.fields()));
    }

    @Test
    void whatPassedOnADiskIsAddedToItsAge() throws IOException {
        byte[] written = StoredResponseHeadCodec.write(reply(), 0);
        assertEquals(
                Duration.ofSeconds(33),
                StoredResponseHeadCodec.read(written, 100 * SECOND - 30 * SECOND)
                        .age(100 * SECOND));
    }

    @Test
    void whatIsCutOrChangedIsRefusedOrIsAResponseAndNeverAnythingElse() {
        byte[] whole = StoredResponseHeadCodec.write(reply(), 0);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThrows(IOException.class, () -> StoredResponseHeadCodec.read(cut, 0), () -> "cut to " + cut.length);
        }
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = whole.clone();
            for (int n = random.nextInt(3); n >= 0; n--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            try {
                StoredResponseHeadCodec.read(changed, 0).age(0);
            } catch (IOException e) {
                // Refused, as it may be.
            }
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThrows(IOException.class, () -> StoredResponseHeadCodec.read(longer, 0));
    }

    private static String lines(Headers fields) {
        StringBuilder lines = new StringBuilder();
        fields.forEach(field ->
                lines.append(field.name()).append(": ").append(field.value()).append('\n'));
        return lines.toString();
    }
}
