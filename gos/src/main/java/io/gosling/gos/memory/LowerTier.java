package io.gosling.gos.memory;

import org.jspecify.annotations.Nullable;

/** A slot for the tier below a node's memory: empty until a disk is set. */
final class LowerTier {
    private volatile @Nullable DiskTier disk;

    @Nullable
    DiskTier disk() {
        return disk;
    }

    void disk(DiskTier other) {
        disk = other;
    }
}
