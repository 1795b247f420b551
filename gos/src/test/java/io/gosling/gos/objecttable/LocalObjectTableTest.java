package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.CountSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.gos.space.CountReporter;
import io.gosling.settings.SettingValues;
import io.gosling.testing.ManualTicker;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the bounds of the table, and reports with more entries than fit. */
class LocalObjectTableTest {
    private static final int HELD = 3_000;
    private static final int MOST = 100;

    private final LocalObjectTable table = new LocalObjectTable(10_000);

    private void hold(int objects) {
        for (int i = 0; i < objects; i++) {
            table.hold(table.asked("/held" + i));
        }
    }

    /** Everything told is confirmed, as by a table that answers. */
    private Set<LocalObjectEntry> report(int reports) {
        Set<LocalObjectEntry> rows = table.toReport(reports, MOST);
        assertTrue(rows.size() <= MOST);
        for (LocalObjectEntry localObject : rows) {
            LocalCountReport localCount = localObject.localCount();
            localObject.announces(localCount);
            localObject.confirmed(localCount);
            localObject.confirm(new Ageing(0, 0.5, 1e6));
        }
        return rows;
    }

    @Test
    void allThatIsHeldIsAnnouncedAgainAndAgainThoughItIsMoreThanFits() {
        hold(HELD);
        for (int i = 0; i < 2 * HELD / (MOST / 2); i++) {
            report(30);
        }
        Set<LocalObjectEntry> announced = new HashSet<>();
        for (int i = 0; i < HELD / (MOST / 2); i++) {
            announced.addAll(report(30));
        }
        assertEquals(HELD, announced.size());
    }

    @Test
    void withinItsReportsEverythingIsAnnouncedOnceWhenItFits() {
        hold(300);
        for (int i = 0; i < 10; i++) {
            report(30);
        }
        Set<LocalObjectEntry> announced = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            Set<LocalObjectEntry> rows = report(30);
            assertEquals(10, rows.size());
            announced.addAll(rows);
        }
        assertEquals(300, announced.size());
    }

    @Test
    void newsOfEveryKindGetsThroughWhileAllThatIsHeldIsAskedForAllTheTime() {
        hold(HELD);
        IntStream.range(0, 200).mapToObj(i -> table.asked("/refused" + i)).forEach(object -> {
            object.seen();
            object.countAccess();
        });
        Set<LocalObjectEntry> told = new HashSet<>();
        for (int i = 0; i < HELD / (MOST / 4); i++) {
            table.held().forEach(LocalObjectEntry::countAccess);
            told.addAll(report(30));
        }
        assertEquals(HELD + 200, told.size());
    }

    @Test
    void whatIsForgottenAtOnceLeavesNothingBehind() {
        LocalObjectTable small = new LocalObjectTable(16);
        for (int i = 0; i < 10_000; i++) {
            small.forget(small.asked("/missing" + i));
            assertTrue(small.places() <= 16);
        }
        assertEquals(0, small.remembered());
    }

    @Test
    void whatIsRequestedAgainOutlivesTheRest() {
        LocalObjectTable small = new LocalObjectTable(16);
        LocalObjectEntry favourite = small.asked("/favourite");
        for (int i = 0; i < 1000; i++) {
            small.asked("/" + i);
            assertTrue(small.remembered() <= 16);
            assertSame(favourite, small.asked("/favourite"));
        }
        assertNull(small.find("/0"));
    }

    @Test
    void oneCallSparesNoMoreThanAFew() {
        LocalObjectTable large = new LocalObjectTable(1000);
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < 1000; i++) {
                large.asked("/" + i);
            }
        }
        large.asked("/one");
        assertEquals(1000, large.remembered());
        assertNotNull(large.find("/0"), "it was spared");
        assertNull(large.find("/16"), "it was requested again, and is forgotten all the same");
    }

    @Test
    void anEntryThatIsForgottenBeforeItIsHeldIsFoundAndCanBeForgottenOnceItIsReleased() {
        LocalObjectTable small = new LocalObjectTable(16);
        LocalObjectEntry object = small.asked("/a");
        for (int i = 0; i < 32; i++) {
            small.asked("/before" + i);
        }
        LocalObjectEntry other = small.asked("/a");
        assertNotSame(object, other);
        small.hold(object);
        for (int i = 0; i < 64; i++) {
            small.asked("/meanwhile" + i);
            small.forget(object);
            assertSame(object, small.asked("/a"));
        }
        object.countAccess();
        small.release(object);
        assertSame(object, small.asked("/a"));
        for (int i = 0; i < 64; i++) {
            small.asked("/after" + i);
            assertTrue(small.remembered() <= 16);
        }
        assertNull(small.find("/a"));
        assertEquals(object.count(), small.asked("/a").count(), "a count never goes back");
    }

    @Test
    void whatIsAnnouncedAgainIsNewsThoughNobodyAskedForIt() {
        hold(10);
        report(1);
        assertTrue(table.held().stream().noneMatch(LocalObjectEntry::isNews));
        table.announceAgain();
        assertTrue(table.held().stream().allMatch(LocalObjectEntry::isNews));
        assertTrue(report(3600).stream()
                .allMatch(localObject -> localObject.localCount().holding() == Holding.HELD));
        assertTrue(table.held().stream().noneMatch(LocalObjectEntry::isNews));
    }

    @Test
    void whatHasMovedIsAnnouncedBeforeAllElse() {
        hold(HELD);
        table.announceAgain();
        for (int i = 0; i < HELD / MOST; i++) {
            assertTrue(table.held().stream().anyMatch(LocalObjectEntry::isUnannounced));
            table.held().forEach(LocalObjectEntry::countAccess);
            report(30);
        }
        assertTrue(table.held().stream().noneMatch(LocalObjectEntry::isUnannounced));
    }

    @Test
    void theAnswerOfAFormerOwnerIsNotTakenForThatOfTheNextOne() {
        assertTrue(isUnannouncedAfter(Map.of("/a", EntrySummary.nothing()), LocalObjectTable::announceAgain));
        assertTrue(isUnannouncedAfter(Map.of(), objects -> {}), "no answer");
        assertFalse(isUnannouncedAfter(Map.of("/a", EntrySummary.nothing()), objects -> {}));
    }

    /** Reports an object to a table with this answer, while something happens. */
    private static boolean isUnannouncedAfter(Map<String, EntrySummary> answer, Consumer<LocalObjectTable> meanwhile) {
        NodeObjectMemory memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), new ManualTicker());
        LocalObjectTable objects = memory.localObjects();
        LocalObjectEntry object = objects.asked("/a");
        objects.hold(object);
        GlobalObjectTable owners = new GlobalObjectTable() {
            @Override
            public Map<String, EntrySummary> report(Collection<LocalCountReport> tallies, Ageing ageing) {
                assertEquals(1, tallies.size());
                meanwhile.accept(objects);
                return answer;
            }

            @Override
            public boolean isShared() {
                return true;
            }
        };
        new CountReporter(memory, () -> owners, new CountSettings(SettingValues.none()), 1).run();
        return object.isUnannounced();
    }

    @Test
    void theHoldersThatAreKnownAddToThoseOfAnEntryThatMayLackThem() {
        LocalObjectEntry object = table.asked("/a");
        learn(object, 0, 1, 2);
        table.unsettledBy("/a"::equals);
        learn(object, 0, 3);
        assertEquals(List.of(3, 1, 2), object.holders());
        learn(object, 1, 4);
        assertEquals(List.of(4), object.holders(), "the others have an older version");
        table.unsettledBy(key -> false);
        learn(object, 1, 5);
        assertEquals(List.of(5), object.holders());
    }

    private void learn(LocalObjectEntry object, long version, Integer... holders) {
        table.learn(
                object,
                new EntrySummary(0, 0, version, 0, List.of(holders), FetchLeaderTag.NOBODY),
                new Ageing(0, 0.5, 1e6));
    }

    @Test
    void objectsWhoseEntryHasAnotherOwnerNowAreAnnouncedAgainAndNoOthers() {
        hold(10);
        report(1);
        BitSet moved = new BitSet();
        table.announceAgain(moved);
        assertTrue(table.held().stream().noneMatch(LocalObjectEntry::isNews));
        LocalObjectEntry one = table.held().iterator().next();
        moved.set(EntryOwners.slot(one.key()));
        table.announceAgain(moved);
        assertTrue(
                table.held().stream().allMatch(object -> object.isNews() == moved.get(EntryOwners.slot(object.key()))));
        assertTrue(one.isNews());
    }
}
