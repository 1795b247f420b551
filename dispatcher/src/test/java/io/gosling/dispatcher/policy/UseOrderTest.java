package io.gosling.dispatcher.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The order against a LinkedHashSet, from which what is used is taken out and put back. */
class UseOrderTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 10, 3000})
    void itIsTheOrderOfUse(int most) {
        Random random = new Random(most);
        UseOrder order = new UseOrder();
        Set<Integer> model = new LinkedHashSet<>();
        List<Integer> inUse = new ArrayList<>();
        for (int step = 0; step < 50_000; step++) {
            int what = random.nextInt(4);
            if (inUse.isEmpty() || (what == 0 && inUse.size() < most)) {
                int number = order.add();
                assertEquals(true, model.add(number), "a number that is in use was given out");
                inUse.add(number);
            } else if (what == 1) {
                int number = inUse.remove(random.nextInt(inUse.size()));
                order.remove(number);
                model.remove(number);
            } else {
                int number = inUse.get(random.nextInt(inUse.size()));
                order.use(number);
                model.remove(number);
                model.add(number);
            }
            assertEquals(model.isEmpty() ? UseOrder.NONE : model.iterator().next(), order.oldest());
        }
        assertEquals(List.copyOf(model), walked(order));
    }

    private static List<Integer> walked(UseOrder order) {
        List<Integer> walked = new ArrayList<>();
        for (int number = order.oldest(); number != UseOrder.NONE; number = order.newer(number)) {
            walked.add(number);
        }
        return walked;
    }
}
