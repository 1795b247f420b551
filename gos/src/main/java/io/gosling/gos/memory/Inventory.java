package io.gosling.gos.memory;

import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import java.util.Comparator;
import java.util.List;

/**
 * A list of the objects in this node's memory, by worth: other nodes take them over when it leaves, or fill themselves
 * from them when they join.
 */
public record Inventory(NodeMemory memory) {
    /** The objects held, those with the highest counts first. Looks at all of them. */
    public List<HeldObject> hottest(int most) {
        Ageing ageing = memory.epoch().now();
        return memory.rows().held().stream()
                .map(localObject -> new HeldObject(
                        localObject.key(),
                        localObject.count(ageing),
                        memory.hot().bytesOf(localObject.key()),
                        localObject.holders()))
                .filter(held -> held.bytes() > 0)
                .sorted(Comparator.comparingDouble(
                                (HeldObject held) -> held.count().value())
                        .reversed())
                .limit(most)
                .toList();
    }

    /** A count of any epoch, in the present one. */
    public double worth(AgedCount count) {
        return memory.epoch().now().aged(count.value(), count.epoch());
    }
}
