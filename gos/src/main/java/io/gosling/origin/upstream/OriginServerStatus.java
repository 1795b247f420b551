package io.gosling.origin.upstream;

/**
 * The state of an origin server, for operators.
 *
 * @param backup true if it is used only while no other is available
 * @param state {@code up}, {@code paused} or {@code down}
 * @param requests sent to it, failed ones included
 */
public record OriginServerStatus(
        String origin, String server, boolean backup, String state, long requests, long failures) {
    public boolean isUp() {
        return state.equals("up");
    }
}
