package io.gosling.replication.plan;

import io.gosling.settings.Setting;
import io.gosling.settings.SettingDeclarations;
import io.gosling.settings.SettingGroup;
import io.gosling.settings.SettingType;
import io.gosling.settings.SettingValues;
import java.util.List;

/** Settings of a home's decisions: what it knows of the others' room, how many copies it makes, and its thresholds. */
public record PlanSettings(SettingValues values) implements SettingGroup<PlanSettings> {
    private static final SettingDeclarations DECLARED = new SettingDeclarations();

    /** The number of copies of a document that links may lead to (DC-Apache, figure 3). */
    public enum CopyPlacement {
        /** One, away from home: every link leads there. */
        MIGRATION,
        /** Any number, besides the original: each response chooses. */
        REPLICATION
    }

    /** A home's knowledge of the room at its co-op servers when it decides (DC-Apache, section 3.2). */
    public enum StorageMethod {
        /** None: the least loaded server gets the copy, evicts what it must, and reports nothing. */
        NAIVE,
        /** A server reports evictions, and the home removes these copies from its plan. */
        DELETION_AWARE,
        /** The home counts the bytes that it has given each server and never plans beyond its quota. */
        RESOURCE_AWARE
    }

    public static final Setting<StorageMethod> METHOD = DECLARED.setting(
            "replication.method",
            SettingType.constant(StorageMethod.class),
            "resource-aware",
            "Knowledge of the room at other servers by which a home decides which copies each of them is to hold:"
                    + " none (naive), what they have evicted (deletion-aware), or how many bytes each was given"
                    + " (resource-aware).");

    public static final Setting<CopyPlacement> SPREAD = DECLARED.setting(
            "replication.spread",
            SettingType.constant(CopyPlacement.class),
            "replication",
            "Number of copies of a document: one, to which all links lead (migration), or any number, of which each"
                    + " response chooses one (replication).");

    public static final Setting<Double> WEIGHT = DECLARED.setting(
            "replication.weight",
            SettingType.decimal(0, 0.99),
            "0.5",
            "Weight of the past in a server's load figure: a in L = a * L_old + (1 - a) * sample.");

    public static final Setting<Double> IDLE = DECLARED.setting(
            "replication.idle",
            SettingType.decimal(0, 1e12),
            "10",
            "Load, in units of replication.load, below which a server gives no documents away.");

    public static final Setting<Double> OVERLOADED = DECLARED.setting(
            "replication.overloaded",
            SettingType.decimal(1, 10),
            "1.1",
            "A home with more than this many times the mean load gives documents away (methods naive and"
                    + " deletion-aware).");

    public static final Setting<Double> HEAVY = DECLARED.setting(
            "replication.heavy",
            SettingType.decimal(1, 10),
            "1.3",
            "A server with more than this many times the mean load is heavily loaded; at least replication.light.");

    public static final Setting<Double> LIGHT = DECLARED.setting(
            "replication.light",
            SettingType.decimal(0.1, 2),
            "1",
            "A server with less than this many times the mean load is lightly loaded.");

    public static final Setting<Integer> PER_ROUND = DECLARED.setting(
            "replication.per-round",
            SettingType.integer("N", 1, 10_000),
            "10",
            "Most decisions about one server in one replication.round.");

    public static final Setting<Integer> CANDIDATES = DECLARED.setting(
            "replication.candidates",
            SettingType.integer("N", 1, 10_000),
            "1000",
            "Number of the most requested documents, which alone are considered for copying.");

    public static final List<Setting<?>> ALL = DECLARED.all();

    /** A document must be requested so many times as often as those that it displaces. */
    static final double SWAP_MARGIN = 1.2;

    /** @throws IllegalArgumentException when a heavily loaded server could be a lightly loaded one too */
    public PlanSettings {
        if (values.get(HEAVY) < values.get(LIGHT)) {
            throw new IllegalArgumentException(
                    "replication: heavy is " + values.get(HEAVY) + "; it must be at least light, " + values.get(LIGHT));
        }
    }

    /** The paper's weight of the past, 0.5; the thresholds, which it does not give, are ours. */
    public static PlanSettings defaults() {
        return new PlanSettings(SettingValues.none());
    }

    @Override
    public PlanSettings of(SettingValues other) {
        return new PlanSettings(other);
    }
}
