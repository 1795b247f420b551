package io.gosling.bench.packet;

/** The component between clients and back-ends. */
enum Mechanism {
    /** No component: one server alone. */
    ALONE("alone", false),
    /** Gosling's dispatcher that changes hardware addresses. */
    LSMAC("lsmac", true),
    /** Gosling's dispatcher that changes addresses. */
    LSNAT("lsnat", true),
    /** Rules in the kernel that do what LSMAC does. */
    NFT_MAC("nft-mac", false),
    /** Rules in the kernel that do what LSNAT does. */
    NFT_NAT("nft-nat", false);

    private final String label;
    private final boolean gosling;

    Mechanism(String label, boolean gosling) {
        this.label = label;
        this.gosling = gosling;
    }

    String label() {
        return label;
    }

    /** Returns whether it is a process of its own, whose CPU time is known. */
    boolean isGosling() {
        return gosling;
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
