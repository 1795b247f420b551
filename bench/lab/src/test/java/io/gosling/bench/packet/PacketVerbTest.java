package io.gosling.bench.packet;

import io.gosling.tools.process.CalledVerb;
import org.junit.jupiter.api.Test;

class PacketVerbTest {
    @Test
    void theHelpNamesTheColumns() {
        CalledVerb.saysItsColumns(new PacketVerb(), PacketResult.COLUMNS.names());
    }

    @Test
    void whatCannotBeMeasuredIsRefused() {
        CalledVerb.isRefused(new PacketVerb(), "--courses is far; it must be of speed, scale", "--courses", "far");
        CalledVerb.isRefused(
                new PacketVerb(), "--sets is 4k; it must be of 0k, 2k, log, made, bytes", "--sets", "2k,4k");
        CalledVerb.isRefused(new PacketVerb(), "--servers is 9; it must be 1 to 8", "--servers", "1,9");
        CalledVerb.isRefused(new PacketVerb(), "--seconds is 1; it must be 2 to 600", "--seconds", "1");
    }
}
