package io.gosling.tools.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LruStackTest {
    /** Beside a list from which an object is taken and put in front. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 100})
    void whatWasAskedForLastIsOnTopAndTheOldestFallsOut(int depth) {
        LruStack recent = new LruStack(depth);
        List<Integer> model = new ArrayList<>();
        SplittableRandom random = new SplittableRandom(depth);
        assertTrue(recent.isEmpty());
        for (int i = 0; i < 20_000; i++) {
            int object = random.nextInt(3 * depth);
            model.remove(Integer.valueOf(object));
            model.addFirst(object);
            if (model.size() > depth) {
                model.removeLast();
            }
            recent.asked(object);
            assertEquals(model, recent.all());
        }
    }

    @Test
    void theLatestIsDrawnTheMostByOneOverItsPlace() {
        LruStack recent = new LruStack(10);
        for (int object : new int[] {4, 3, 2, 1}) {
            recent.asked(object);
        }
        SplittableRandom random = new SplittableRandom(1);
        int[] drawn = new int[5];
        for (int i = 0; i < 100_000; i++) {
            drawn[recent.draw(random)]++;
        }
        double whole = 1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4;
        for (int place = 1; place <= 4; place++) {
            assertEquals(1.0 / place / whole, drawn[place] / 100_000.0, 0.01, "place " + place);
        }
    }
}
