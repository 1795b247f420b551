package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the equality of file states, which is written by hand: a part left out would hide a change. */
class FileStampTest {
    private static final FileStamp STAMP = new FileStamp(1, 2, 3, "inode", "tag");

    @Test
    void everyPartOfAStampCounts() throws ReflectiveOperationException {
        everyPartCounts(STAMP, List.of(1L, 2L, 3L, "inode", "tag"), List.of(9L, 9L, 9L, "other", "other"));
    }

    @Test
    void everyPartOfAStateCounts() throws ReflectiveOperationException {
        everyPartCounts(
                new FileState(false, true, STAMP),
                List.of(false, true, new FileStamp(1, 2, 3, "inode", "tag")),
                List.of(true, false, new FileStamp(1, 2, "inode")));
    }

    private static void everyPartCounts(Record state, List<Object> same, List<Object> others)
            throws ReflectiveOperationException {
        assertEquals(state, made(state.getClass(), same));
        assertEquals(state.hashCode(), made(state.getClass(), same).hashCode());
        assertEquals(state.getClass().getRecordComponents().length, same.size());
        for (int part = 0; part < same.size(); part++) {
            List<Object> changed = new ArrayList<>(same);
            changed.set(part, others.get(part));
            assertNotEquals(state, made(state.getClass(), changed));
        }
    }

    private static Object made(Class<? extends Record> kind, List<Object> parts) throws ReflectiveOperationException {
        RecordComponent[] components = kind.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < types.length; i++) {
            types[i] = components[i].getType();
        }
        var constructor = kind.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        return constructor.newInstance(parts.toArray());
    }
}
