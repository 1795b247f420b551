package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.replication.coop.Copy;
import io.gosling.replication.coop.CopyAnswers;
import io.gosling.replication.members.Answers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What copies answered, from where it is counted to the home that was spared it. */
class SavingsTest {
    private static final String ONE = "one:80";
    private static final String OTHER = "other:80";

    private static Copy copy(String home, String path) {
        return new Copy(home, path, Path.of("c"), 10, "image/png", "\"e\"", Instant.EPOCH, "\"e\"", 7, 1, 0);
    }

    @Test
    void aReportCountsOnceAndNoneBehindALaterOne() {
        Savings savings = new Savings();
        savings.said("/a", ONE, 5, new Answers(2, 20));
        savings.said("/a", ONE, 5, new Answers(2, 20));
        savings.said("/a", ONE, 4, new Answers(100, 1000));
        assertEquals(new Answers(2, 20), savings.of("/a"), "the same again, or an old one");
        savings.said("/a", ONE, 6, new Answers(1, 10));
        savings.said("/a", OTHER, 1, new Answers(3, 0));
        savings.said("/b", ONE, 6, new Answers(1, 1));
        assertEquals(new Answers(6, 30), savings.of("/a"));
        assertEquals(new Answers(7, 31), savings.sum());
        savings.retain(Set.of("/b"));
        assertEquals(Answers.NONE, savings.of("/a"));
        assertEquals(new Answers(7, 31), savings.sum());
    }

    @Test
    void whatAHomeIsToldIsToldOnceAndNothingIsForgottenForLackOfRoom() {
        CopyAnswers answers = new CopyAnswers();
        for (int i = 0; i < 10; i++) {
            answers.add(copy(ONE, "/" + i), new Answers(1, 10));
        }
        answers.add(copy(ONE, "/0"), new Answers(2, 5));
        answers.add(copy(OTHER, "/0"), new Answers(1, 1));
        Map<String, Answers> told = new HashMap<>(answers.take(ONE, 4));
        assertEquals(4, told.size());
        answers.take(ONE, 4).forEach((path, more) -> told.merge(path, more, Answers::plus));
        answers.take(ONE, 4).forEach((path, more) -> told.merge(path, more, Answers::plus));
        assertEquals(10, told.size());
        assertEquals(new Answers(3, 15), told.get("/0"));
        assertEquals(Map.of(), answers.take(ONE, 4));
        assertEquals(Map.of("/0", new Answers(1, 1)), answers.take(OTHER, 4));
        answers.add(copy(OTHER, "/0"), new Answers(1, 1));
        answers.retain(Set.of(ONE));
        assertEquals(Map.of(), answers.take(OTHER, 4), "it has left");
        assertEquals(new Answers(14, 107), answers.sum());
    }
}
