package io.gosling.bench.packet;

import java.util.Locale;

/** The component between clients and back-ends. */
enum Mechanism {
    /** No component: one server alone. */
    ALONE,
    /** Gosling's dispatcher that changes hardware addresses. */
    LSMAC,
    /** Gosling's dispatcher that changes addresses. */
    LSNAT,
    /** Rules in the kernel that do what LSMAC does. */
    NFT_MAC,
    /** Rules in the kernel that do what LSNAT does. */
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

    /** The corresponding mode in the kernel; this one if it is there already. */
    Mechanism inTheKernel() {
        return switch (this) {
            case LSMAC -> NFT_MAC;
            case LSNAT -> NFT_NAT;
            default -> this;
        };
    }
}
