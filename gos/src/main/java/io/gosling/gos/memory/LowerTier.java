package io.gosling.gos.memory;

import org.jspecify.annotations.Nullable;

/** What is below a node's memory: nothing, until a disk is put there. */
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
