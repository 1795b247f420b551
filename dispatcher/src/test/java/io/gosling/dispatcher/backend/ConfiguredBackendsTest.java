package io.gosling.dispatcher.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Back-ends of a configuration, with changes made since. */
class ConfiguredBackendsTest {
    private final Backend one = backend("n1");
    private final Backend two = backend("n2");
    private final Backend three = backend("n3");
    private final ConfiguredBackends backends = new ConfiguredBackends(List.of(one, two));
    private final List<List<Backend>> told = new ArrayList<>();

    private static Backend backend(String name) {
        return Backend.ready(name, InetSocketAddress.createUnresolved(name, 80));
    }

    @Test
    void changesAreReportedWithTheOthersAndARemovalOnce() {
        BackendSource.Watch watch = backends.watch(told::add);
        backends.change(one.weighing(2));
        backends.change(three);
        backends.change(two.in(Backend.State.REMOVED));
        backends.change(three.in(Backend.State.DRAINING));
        assertEquals(
                List.of(
                        List.of(one, two),
                        List.of(one.weighing(2), two),
                        List.of(one.weighing(2), two, three),
                        List.of(one.weighing(2), three, two.in(Backend.State.REMOVED)),
                        List.of(one.weighing(2), three.in(Backend.State.DRAINING))),
                told);
        watch.close();
        backends.change(two);
        assertEquals(5, told.size());
    }

    @Test
    void aConfigurationThatIsReadAgainUndoesNoChangeAndSaysWhichDiffer() {
        Backend drained = two.in(Backend.State.DRAINING);
        backends.change(drained);
        backends.change(three);
        assertEquals(List.of(drained, three), backends.configure(List.of(one, two), told::add));
        assertEquals(List.of(one, drained, three), backends.all());
        assertEquals(
                List.of(drained),
                backends.configure(List.of(two, three), told::add),
                "the configuration agrees about n3");
        backends.change(three.in(Backend.State.REMOVED));
        assertEquals(List.of(drained), backends.all());
        backends.watch(told::add);
        assertEquals(
                List.of(drained),
                backends.configure(List.of(one, two), told::add),
                "there is no n3 to remove any more");
        assertEquals(List.of(one, drained), backends.all());
        backends.configure(List.of(two), told::add);
        assertEquals(List.of(drained, one.in(Backend.State.REMOVED)), told.getLast());
    }
}
