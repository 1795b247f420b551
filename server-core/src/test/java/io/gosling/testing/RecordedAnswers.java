package io.gosling.testing;

import io.gosling.document.ResponseSource;
import io.gosling.http.CompletedResponseListener;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps every answer it is told of. Safe for use by many threads. */
public final class RecordedAnswers implements CompletedResponseListener {
    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();

    /** One answer. */
    public record Answer(ResponseSource from, int status, long bytes) {}

    @Override
    public void answered(ResponseSource from, int status, long bytes, long nanos) {
        if (nanos < 0) {
            throw new AssertionError("an answer took " + nanos + " ns");
        }
        answers.add(new Answer(from, status, bytes));
    }

    public List<Answer> all() {
        return List.copyOf(answers);
    }
}
