package io.gosling.replication.plan;

/**
 * Settings of a home's decisions.
 *
 * @param method the home's knowledge of the room at its co-ops
 * @param spread one copy or several
 * @param weight weight of the past in a load figure: <i>a</i> in L = a * L_old + (1 - a) * sample; 0 to 0.99
 * @param idle load below which a server is never overloaded or heavily loaded, in units of the load figure; 0 and more
 * @param overloaded a home with this many times the mean load replicates documents; 1 to 10
 * @param heavy a co-op with more than so many times the mean load has copies revoked; 1 to 10, at least {@code light}
 * @param light a co-op with less than so many times the mean load gets more; 0.1 to 2
 * @param perRound decisions about one co-op in one round; 1 to 10 000
 * @param candidates the most requested documents, which alone are considered; 1 to 10 000
 * @param swapMargin a document must be requested this many times as often as those that it displaces; 1 to 10
 */
public record PlanSettings(
        StorageMethod method,
        Spread spread,
        double weight,
        double idle,
        double overloaded,
        double heavy,
        double light,
        int perRound,
        int candidates,
        double swapMargin) {
    /** @throws IllegalArgumentException when one is out of bounds */
    public PlanSettings {
        require("weight", weight, 0, 0.99);
        require("idle", idle, 0, 1e12);
        require("overloaded", overloaded, 1, 10);
        require("heavy", heavy, 1, 10);
        require("light", light, 0.1, 2);
        require("perRound", perRound, 1, 10_000);
        require("candidates", candidates, 1, 10_000);
        require("swapMargin", swapMargin, 1, 10);
        if (heavy < light) {
            throw new IllegalArgumentException("heavy is " + heavy + "; it must be at least light, " + light);
        }
    }

    /** The paper's a = 0.5; the thresholds, which it does not give, are ours. */
    public static PlanSettings of(StorageMethod method, Spread spread) {
        return new PlanSettings(method, spread, 0.5, 10, 1.1, 1.3, 1.0, 10, 1000, 1.2);
    }

    private static void require(String name, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    name + ": " + value + " is out of bounds; expected " + least + " to " + most);
        }
    }
}
