package io.gosling.purge;

/** The things that the parts of one {@link PurgeParticipant} share. */
record PurgeContext(
        Quorum voters,
        QuorumRules rules,
        PurgeEnvironment ports,
        CurrentLease serving,
        ReplicatedPurgeSet log,
        PurgeMessageOutbox post) {
    PurgeSettings settings() {
        return rules.settings;
    }

    /** The name of this node. */
    String self() {
        return post.self.node();
    }
}
