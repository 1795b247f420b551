package io.gosling.replication.plan;

import io.gosling.replication.plan.ModelCluster.Item;
import io.gosling.replication.plan.ModelCluster.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Sites with the sizes and weights that the paper gives (DC-Apache, section 5.1). */
final class ModelSites {
    /** How often each of a class's nine files is asked for, in SPECweb99. */
    private static final double[] WITHIN = {3.9, 5.9, 8.8, 17.7, 35.3, 11.8, 7.1, 5.0, 4.5};

    private ModelSites() {}

    /** Nine files each of up to 1, 10 and 100 KB, three longer ones: 1 027 897 bytes. */
    static Site specWeb() {
        List<Item> items = new ArrayList<>();
        double[] classes = {35, 50, 14};
        long bytes = 0;
        for (int c = 0; c < classes.length; c++) {
            for (int i = 0; i < WITHIN.length; i++) {
                long size = Math.round(102.4 * Math.pow(10, c) * (i + 1));
                items.add(new Item("/class" + c + "_" + i, size, classes[c] * WITHIN[i] / 100));
                bytes += size;
            }
        }
        long rest = 1_027_897 - bytes;
        items.add(new Item("/class3_0", rest / 5, 0.5));
        items.add(new Item("/class3_1", 2 * rest / 5, 0.3));
        items.add(new Item("/class3_2", rest - rest / 5 - 2 * rest / 5, 0.2));
        return new Site(items, 8 << 10, 1);
    }

    /** 130 images of 1 to 2.8 MB, each asked for as often as any other. */
    static Site sequoia() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        List<Item> items = new ArrayList<>();
        for (int i = 0; i < 130; i++) {
            items.add(new Item("/image" + i, random.nextLong(1_000_000, 2_800_000), 1));
        }
        return new Site(items, 8 << 10, 5);
    }
}
