package io.gosling.gos.objecttable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Real rows and real local objects over a network that loses, repeats, delays and reorders reports and answers. The
 * slow, obvious model is one number: how often the object was really asked for.
 */
class LossyReportsTest {
    private static final Ageing NO_AGEING = new Ageing(0, 0.5, 1e12);

    private record Message(Reporting from, LocalCountReport localCount) {}

    private record Answer(Reporting to, EntrySummary reading) {}

    /** One node's local table, small enough to forget rows. */
    private static final class Reporting {
        final int tag;
        final LocalObjectTable rows = new LocalObjectTable(16);

        Reporting(int tag) {
            this.tag = tag;
        }

        LocalObjectEntry object() {
            return rows.asked("/a");
        }
    }

    private final List<Message> messages = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();
    private GlobalObjectEntry row = GlobalObjectEntry.empty();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void noAccessIsEverCountedTwiceAndInTheEndNoneIsMissing(long seed) {
        Random random = new Random(seed);
        List<Reporting> nodes = nodes(4);
        long truth = 0;
        for (int step = 0; step < 20_000; step++) {
            Reporting node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> {
                    node.object().seen();
                    node.object().countAccess();
                    truth++;
                }
                case 3, 4, 5 -> messages.add(new Message(node, node.object().localCount()));
                default -> deliverSomething(random);
            }
            assertTrue(row.agac() >= 0 && row.agac() <= truth, row.agac() + " of " + truth);
        }
        for (Reporting node : nodes) {
            row = row.told(node.tag, node.object().localCount(), NO_AGEING);
        }
        assertEquals(truth, row.agac());
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15})
    void rowsForgottenOnNodesMayCostCountsAndNeverAddAny(long seed) {
        Random random = new Random(seed);
        List<Reporting> nodes = nodes(4);
        long truth = 0;
        for (int step = 0; step < 20_000; step++) {
            Reporting node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> {
                    node.object().seen();
                    node.object().countAccess();
                    truth++;
                }
                case 3, 4, 5 -> messages.add(new Message(node, node.object().localCount()));
                case 6 -> {
                    for (int i = 0; i < random.nextInt(20); i++) {
                        node.rows.asked("/other" + i).countAccess();
                    }
                }
                default -> deliverSomething(random);
            }
            assertTrue(row.agac() >= 0 && row.agac() <= truth, row.agac() + " of " + truth);
        }
        assertTrue(row.agac() > truth / 4.0, row.agac() + " of " + truth);
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void aRowThatIsLostNowAndThenIsOffByNoMoreThanWhatWasUnconfirmed(long seed) {
        Random random = new Random(seed);
        List<Reporting> nodes = nodes(4);
        long truth = 0;
        long slack = 0;
        for (int step = 0; step < 20_000; step++) {
            Reporting node = nodes.get(random.nextInt(nodes.size()));
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> {
                    node.object().seen();
                    node.object().countAccess();
                    truth++;
                }
                case 3, 4, 5 -> messages.add(new Message(node, node.object().localCount()));
                default -> deliverSomething(random);
            }
            if (random.nextInt(2000) == 0) {
                for (Reporting reporter : nodes) {
                    LocalCountReport localCount = reporter.object().localCount();
                    slack += localCount.count() - localCount.acknowledged();
                }
                messages.clear();
                answers.clear();
                row = GlobalObjectEntry.empty();
            }
            assertTrue(row.agac() >= 0 && row.agac() <= truth + slack, row.agac() + " of " + truth);
        }
    }

    private static List<Reporting> nodes(int count) {
        List<Reporting> nodes = new ArrayList<>();
        for (int tag = 1; tag <= count; tag++) {
            nodes.add(new Reporting(tag));
        }
        return nodes;
    }

    /** A message or an answer: delivered, lost, or delivered and kept for later. */
    private void deliverSomething(Random random) {
        if (!messages.isEmpty() && random.nextBoolean()) {
            int at = random.nextInt(messages.size());
            Message message = random.nextInt(4) == 0 ? messages.get(at) : messages.remove(at);
            if (random.nextInt(5) > 0) {
                row = row.told(message.from.tag, message.localCount, NO_AGEING);
                answers.add(new Answer(message.from, row.readBy(message.from.tag)));
            }
        } else if (!answers.isEmpty()) {
            int at = random.nextInt(answers.size());
            Answer answer = random.nextInt(4) == 0 ? answers.get(at) : answers.remove(at);
            if (random.nextInt(5) > 0) {
                answer.to.object().learn(answer.reading, NO_AGEING);
            }
        }
    }
}
