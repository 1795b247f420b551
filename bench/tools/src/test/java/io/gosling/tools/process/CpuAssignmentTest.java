package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.CommandFailureException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuAssignmentTest {
    @Test
    void listsAreReadAsTheKernelWritesThem() {
        assertEquals(List.of(0, 1, 2, 5), CpuAssignment.list("0-2,5"));
        assertEquals("0,1,2,5", CpuAssignment.text(CpuAssignment.list("0-2,5")));
    }

    @Test
    void theLoadHasACpuOfItsOwnWhereThereIsOne() {
        assertEquals(new CpuAssignment(List.of(2), List.of(3)), CpuAssignment.of(List.of(2, 3, 4), 1));
        assertTrue(CpuAssignment.of(List.of(2, 3, 4), 2).apart());
        CpuAssignment shared = CpuAssignment.of(List.of(0, 1), 2);
        assertEquals(new CpuAssignment(List.of(0, 1), List.of(0, 1)), shared);
        assertFalse(shared.apart());
        assertThrows(CommandFailureException.class, () -> CpuAssignment.of(List.of(0), 1));
    }
}
