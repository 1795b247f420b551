package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.objecttable.LocalCount.Holding;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests reports with more entries than fit. */
class LocalObjectTableTest {
    private static final int HELD = 3_000;
    private static final int MOST = 100;

    private final LocalObjectTable table = new LocalObjectTable(10_000);

    private void hold(int objects) {
        for (int i = 0; i < objects; i++) {
            LocalObject object = table.asked("/held" + i);
            table.hold(object);
            table.settle(object);
        }
    }

    /** Everything told is confirmed, as by a table that answers. */
    private Set<LocalObject> report(int reports) {
        Set<LocalObject> rows = table.toReport(reports, MOST);
        assertTrue(rows.size() <= MOST);
        for (LocalObject localObject : rows) {
            LocalCount localCount = localObject.localCount();
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
        Set<LocalObject> announced = new HashSet<>();
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
        Set<LocalObject> announced = new HashSet<>();
        for (int i = 0; i < 30; i++) {
            Set<LocalObject> rows = report(30);
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
        Set<LocalObject> told = new HashSet<>();
        for (int i = 0; i < HELD / (MOST / 4); i++) {
            table.held().forEach(LocalObject::countAccess);
            told.addAll(report(30));
        }
        assertEquals(HELD + 200, told.size());
    }

    @Test
    void whatIsAnnouncedAgainIsNewsThoughNobodyAskedForIt() {
        hold(10);
        report(1);
        assertTrue(table.held().stream().noneMatch(LocalObject::isNews));
        table.announceAgain();
        assertTrue(table.held().stream().allMatch(LocalObject::isNews));
        assertTrue(report(3600).stream()
                .allMatch(localObject -> localObject.localCount().holding() == Holding.HELD));
        assertTrue(table.held().stream().noneMatch(LocalObject::isNews));
    }

    @Test
    void objectsWhoseEntryHasAnotherOwnerNowAreAnnouncedAgainAndNoOthers() {
        hold(10);
        report(1);
        BitSet moved = new BitSet();
        table.announceAgain(moved);
        assertTrue(table.held().stream().noneMatch(LocalObject::isNews));
        LocalObject one = table.held().iterator().next();
        moved.set(EntryOwners.slot(one.key()));
        table.announceAgain(moved);
        assertTrue(
                table.held().stream().allMatch(object -> object.isNews() == moved.get(EntryOwners.slot(object.key()))));
        assertTrue(one.isNews());
    }
}
