package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.objecttable.GlobalObjectEntry;
import io.gosling.gos.objecttable.GlobalObjectEntryCodec;
import io.gosling.gos.objecttable.LocalCount;
import io.gosling.gos.objecttable.LocalCount.Holding;
import io.gosling.gos.objecttable.OwnedEntries;
import java.util.AbstractMap.SimpleEntry;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntryTransitionTest {
    private static final String KEY = "/a";

    private Map.Entry<String, byte[]> entry = none();

    /** As the grid shows an entry that is not there. */
    @SuppressWarnings("NullAway")
    private static Map.Entry<String, byte[]> none() {
        return new SimpleEntry<>(KEY, null);
    }

    private EntrySummary answer(int tag, EntryTransition processor) {
        GlobalObjectEntry answer = GlobalObjectEntryCodec.unpack(processor.process(entry));
        return answer == null ? EntrySummary.nothing() : answer.readBy(tag);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void theProcessorsAnswerAsAnOwnersTable(long seed) {
        Random random = new Random(seed);
        OwnedEntries table = new OwnedEntries(16);
        for (int step = 0; step < 20_000; step++) {
            int tag = 1 + random.nextInt(6);
            FetchLeader mine = new FetchLeader(tag, 1 + random.nextInt(4));
            FetchLeader other = new FetchLeader(1 + random.nextInt(6), random.nextInt(4));
            boolean held = random.nextInt(3) == 0;
            long version = random.nextInt(1 + step / 5000);
            Ageing ageing = new Ageing(random.nextInt(3), 0.5, 1e6);
            Holding holding = Holding.values()[random.nextInt(4)];
            LocalCount count =
                    new LocalCount(KEY, random.nextInt(40), 0, random.nextInt(40), random.nextInt(3), version, holding);
            String at = "seed " + seed + " step " + step;
            switch (random.nextInt(20)) {
                case 0, 1 ->
                    assertEquals(
                            answer(tag, new ReportCounts(tag, ageing, List.of(count))),
                            table.locate(tag, count, ageing),
                            at);
                case 2 -> assertEquals(answer(tag, new ChangeEntry(version)), table.changed(tag, KEY, version), at);
                case 3, 4, 5, 6, 7 ->
                    assertEquals(answer(tag, new ClaimFetch(mine, other)), table.claim(KEY, mine, other), at);
                case 8, 9, 10, 11 -> {
                    new EndFetch(mine, held).process(entry);
                    table.end(KEY, mine, held);
                }
                case 12, 13, 14, 15, 16 -> {
                    new ForgetHolder(tag).process(entry);
                    table.notHeld(KEY, tag);
                }
                default -> {
                    if (random.nextInt(10) == 0) {
                        entry = none();
                        table.clear();
                    }
                }
            }
            assertEquals(entry.getValue() == null ? 0 : 1, table.size(), at);
        }
    }
}
