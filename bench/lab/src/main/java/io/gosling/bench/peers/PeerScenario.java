package io.gosling.bench.peers;

import java.io.IOException;

/** A scenario that measures one row. */
interface PeerScenario {
    void run(PeerRow row, Ledger ledger) throws IOException, InterruptedException;

    /**
     * The number and the length of rounds and warm-ups.
     *
     * @param warmUp seconds of load before the first round
     * @param mostWarmUps how often that is repeated while requests become cheaper
     */
    record Pace(int rounds, int seconds, int warmUp, int mostWarmUps) {
        /** One short round, from which nothing can be concluded. */
        static final Pace QUICK = new Pace(1, 1, 1, 1);
    }
}
