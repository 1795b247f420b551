package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.document.Ticker;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.gos.space.JoinAsk;
import io.gosling.http.Headers;
import io.gosling.testing.FakeExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the share of the peer port for waiting nodes. */
class JoinDoorTest {
    private final List<Integer> meanwhile = new ArrayList<>();
    private final JoinDoor door = new JoinDoor(
            ask -> {
                // While one is answered, others come.
                if (meanwhile.isEmpty()) {
                    meanwhile.add(0);
                    meanwhile.add(status(8));
                    meanwhile.add(status(JoinAsk.FROM_MEMORY));
                    meanwhile.add(status(JoinAsk.AS_HELD));
                }
                return null;
            },
            KnownPurges.none(),
            Duration.ZERO,
            Duration.ZERO,
            Ticker.system(),
            1);

    private int status(long number) {
        try {
            return FakeExchange.post(
                            PeerFields.FILLS,
                            FillFrames.fields(Headers.empty()),
                            PeerFields.KEY,
                            "http://origin.test/a",
                            PeerFields.FILL,
                            Long.toString(number))
                    .answeredBy(door::answer)
                    .status();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void beyondItsPlacesNobodyJoinsAndWhatIsInMemoryIsGivenAllTheSame() {
        for (int round = 0; round < 2; round++) {
            assertEquals(404, status(7), "there is nothing at the desk");
            assertEquals(List.of(0, PeerFields.FULL, 404, 404), meanwhile);
            meanwhile.clear();
        }
    }
}
