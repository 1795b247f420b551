package io.gosling.bench.packet;

import java.util.Locale;

/** The component between clients and back-ends. */
enum ForwarderKind {
    ALONE,
    LSMAC,
    LSNAT,
    NFT_MAC,
    NFT_NAT;

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns whether it is a process of its own, whose CPU time is known. */
    boolean isGosling() {
        return this == LSMAC || this == LSNAT;
    }

    boolean isKernel() {
        return this == NFT_MAC || this == NFT_NAT;
    }

    /** Returns whether back-ends have the cluster address themselves and answer clients past the dispatcher. */
    boolean answersPast() {
        return this == ALONE || this == LSMAC || this == NFT_MAC;
    }

    ForwarderKind inTheKernel() {
        return switch (this) {
            case LSMAC -> NFT_MAC;
            case LSNAT -> NFT_NAT;
            default -> this;
        };
    }
}
