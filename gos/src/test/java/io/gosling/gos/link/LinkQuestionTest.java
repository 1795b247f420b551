package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.link.frame.PeerFrame.Fetch.From;
import io.gosling.gos.link.frame.SampleFrames;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.space.PeerRefusal;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LinkQuestionTest {
    private static final OutgoingLink.Answer UNHEARD = new OutgoingLink.Answer() {
        @Override
        public void frame(PeerFrame frame) {}

        @Override
        public void ended(PeerRefusal why) {}
    };

    private static LinkQuestion fetch(From from) {
        return new LinkQuestion(new PeerFrame.Fetch(from, "/a.html", AgedCount.NONE, 0), UNHEARD, 0, 0, 0);
    }

    @ParameterizedTest
    @EnumSource(From.class)
    void everyFetchButAnOfferIsAnsweredByACopy(From from) {
        var copy = new PeerFrame.Have(SampleFrames.copy(3), 0, Unpooled.EMPTY_BUFFER);
        assertEquals(from != From.OFFER, fetch(from).isAnsweredBy(copy));
    }
}
