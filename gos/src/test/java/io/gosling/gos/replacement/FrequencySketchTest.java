package io.gosling.gos.replacement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrequencySketchTest {
    /** Counts skewed accesses in a sketch and exactly. */
    private static Map<String, Integer> count(FrequencySketch sketch, long seed, int accesses) {
        Random random = new Random(seed);
        Map<String, Integer> exact = new HashMap<>();
        for (int i = 0; i < accesses; i++) {
            String key = "/" + (int) (Math.pow(random.nextDouble(), 3) * 200_000);
            sketch.add(key, 1);
            exact.merge(key, 1, Integer::sum);
        }
        return exact;
    }

    @Test
    void neverBelowAndAboveByAsMuchAsIsSaidWithSeldomExceptions() {
        FrequencySketch sketch = new FrequencySketch();
        int accesses = 300_000;
        Map<String, Integer> exact = count(sketch, 1, accesses);
        double bound = 2.72 * accesses / FrequencySketch.WIDTH;
        int beyond = 0;
        for (Map.Entry<String, Integer> object : exact.entrySet()) {
            int estimate = sketch.estimate(object.getKey());
            assertTrue(estimate >= Math.min(FrequencySketch.MOST, object.getValue()), object.getKey());
            beyond += estimate > object.getValue() + bound ? 1 : 0;
        }
        assertTrue(beyond <= exact.size() * 0.02, beyond + " of " + exact.size() + " beyond " + bound);
    }

    @Test
    void anAgeingHalvesEverythingWithoutLookingAtAnything() {
        FrequencySketch sketch = new FrequencySketch();
        sketch.add("/a", 100);
        sketch.add("/b", 7);
        sketch.age();
        assertEquals(50, sketch.estimate("/a"));
        sketch.age();
        sketch.add("/a", 1);
        assertEquals(26, sketch.estimate("/a"));
        assertEquals(1, sketch.estimate("/b"), "halved twice, at once");
        for (int i = 0; i < 20; i++) {
            sketch.age();
        }
        assertEquals(0, sketch.estimate("/a"));
        assertEquals(0, sketch.estimate("/never"));
    }

    @Test
    void countsEndAtTheHighest() {
        FrequencySketch sketch = new FrequencySketch();
        sketch.add("/a", 1_000_000);
        assertEquals(FrequencySketch.MOST, sketch.estimate("/a"));
    }
}
