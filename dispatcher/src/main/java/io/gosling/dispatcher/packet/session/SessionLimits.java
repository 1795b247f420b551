package io.gosling.dispatcher.packet.session;

import java.time.Duration;

/**
 * Limits of the number of sessions, and of their time without a packet.
 *
 * @param most sessions besides the half-open ones, 1 to 16 777 216
 * @param halfOpen sessions of which only the SYN was seen, 1 to 16 777 216; one more takes the place of the oldest
 * @param halfOpenTime without the client's acknowledgement, 1 s to 12 h
 * @param idleTime without any packet once it is established, 1 s to 12 h
 * @param closingTime without any packet after its end, 1 s to 12 h
 */
public record SessionLimits(int most, int halfOpen, Duration halfOpenTime, Duration idleTime, Duration closingTime) {
    /** The most that either number may be. */
    public static final int MOST = 1 << 24;

    /** The longest that each time may be: the table counts seconds in 16 bits. */
    public static final Duration LONGEST = Duration.ofHours(12);

    /** A million, 65 536; 30 s, 1 h, 30 s. */
    public static SessionLimits defaults() {
        return new SessionLimits(
                1_000_000, 1 << 16, Duration.ofSeconds(30), Duration.ofHours(1), Duration.ofSeconds(30));
    }

    public SessionLimits withHalfOpenUpTo(int number) {
        return new SessionLimits(most, Math.min(halfOpen, number), halfOpenTime, idleTime, closingTime);
    }

    public SessionLimits {
        require("sessions", most);
        require("half-open sessions", halfOpen);
        require("time of half-open sessions", halfOpenTime);
        require("time of idle sessions", idleTime);
        require("time of closing sessions", closingTime);
    }

    private static void require(String name, int number) {
        if (number < 1 || number > MOST) {
            throw new IllegalArgumentException(name + ": " + number + "; expected 1 to " + MOST);
        }
    }

    private static void require(String name, Duration time) {
        if (time.compareTo(Duration.ofSeconds(1)) < 0 || time.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    name + ": " + time.toMillis() + " ms; expected 1 s to " + LONGEST.toHours() + " h");
        }
    }
}
