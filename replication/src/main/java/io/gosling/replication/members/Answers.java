package io.gosling.replication.members;

/**
 * Answers that were sent with copies.
 *
 * @param requests how many
 * @param bytes of their bodies
 */
public record Answers(long requests, long bytes) {
    public static final Answers NONE = new Answers(0, 0);

    public Answers plus(Answers more) {
        return new Answers(requests + more.requests, bytes + more.bytes);
    }
}
