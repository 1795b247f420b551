package io.gosling.bench.crawl;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import java.io.IOException;
import java.time.Duration;

/** Polls a condition until it holds. */
final class Waiting {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);
    private static final Duration BETWEEN = Duration.ofMillis(100);

    private Waiting() {}

    /** A condition that another process is asked about. */
    interface Question {
        boolean holds() throws IOException;
    }

    /**
     * Returns when it holds.
     *
     * @throws CommandFailureException when it does not within three minutes, or cannot be asked
     */
    static void until(String what, Question question) {
        long began = System.nanoTime();
        try {
            while (!question.holds()) {
                if (System.nanoTime() - began > TIMEOUT.toNanos()) {
                    throw new CommandFailureException(
                            ExitCode.FAILURE, "not within " + TIMEOUT.toSeconds() + " s: " + what);
                }
                Thread.sleep(BETWEEN);
            }
        } catch (IOException e) {
            throw new CommandFailureException(ExitCode.FAILURE, "nobody says whether " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailureException(ExitCode.FAILURE, "interrupted before " + what, e);
        }
    }
}
