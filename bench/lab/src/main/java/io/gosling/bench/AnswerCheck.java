package io.gosling.bench;

import io.gosling.bench.ExpectedFiles.Due;
import io.gosling.bench.Fetched.Answered;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/** Compares a response with the expected one. */
final class AnswerCheck {
    /** The statuses for a missing path: it may be missing, forbidden, or name no file. */
    private static final Set<Integer> REFUSALS = Set.of(400, 403, 404);

    private AnswerCheck() {}

    /** The difference between a response and the expected one; empty if there is none. */
    static Optional<String> difference(Answered answer, Due due) throws IOException {
        return switch (due) {
            case Due.Bytes bytes ->
                answer.status() == 200
                        ? difference(answer.body(), Files.readAllBytes(bytes.file()))
                        : Optional.of("status " + answer.status() + "; the file " + bytes.file() + " is there");
            case Due.Slash slash ->
                answer.status() / 100 == 3
                        ? Optional.empty()
                        : Optional.of("status " + answer.status() + "; expected a redirect to the directory");
            case Due.Nothing nothing ->
                REFUSALS.contains(answer.status())
                        ? Optional.empty()
                        : Optional.of("status " + answer.status() + "; no such file is in the site");
        };
    }

    private static Optional<String> difference(byte[] body, byte[] file) {
        int at = Arrays.mismatch(body, file);
        if (at < 0) {
            return Optional.empty();
        }
        return Optional.of(
                "the bytes differ from offset " + at + " on: got " + body.length + ", the file has " + file.length);
    }
}
