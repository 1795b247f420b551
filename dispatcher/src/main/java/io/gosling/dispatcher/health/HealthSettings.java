package io.gosling.dispatcher.health;

/**
 * When a back-end is taken for unwell.
 *
 * @param probation by what requests meet
 * @param checks by what is asked besides
 * @param shares by how many at a time
 */
public record HealthSettings(ProbationSettings probation, Checking checks, Shares shares) {
    /** Two failed requests in a row, no checks, panic below half. */
    public static HealthSettings defaults() {
        return new HealthSettings(ProbationSettings.defaults(), Checking.off(), Shares.defaults());
    }
}
