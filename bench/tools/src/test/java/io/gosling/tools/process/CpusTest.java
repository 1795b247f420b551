package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.CommandFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpusTest {
    @Test
    void listsAreReadAsTheKernelWritesThem() {
        assertEquals(List.of(0, 1, 2, 5), Cpus.list("0-2,5"));
        assertEquals("0,1,2,5", Cpus.text(Cpus.list("0-2,5")));
    }

    @Test
    void theLoadHasACpuOfItsOwnWhereThereIsOne() {
        assertEquals(new Cpus(List.of(2), List.of(3)), Cpus.of(List.of(2, 3, 4), 1));
        assertTrue(Cpus.of(List.of(2, 3, 4), 2).apart());
        Cpus shared = Cpus.of(List.of(0, 1), 2);
        assertEquals(new Cpus(List.of(0, 1), List.of(0, 1)), shared);
        assertFalse(shared.apart());
        assertThrows(CommandFailure.class, () -> Cpus.of(List.of(0), 1));
    }
}
