package io.gosling.tools.policies;

/** A bounded LRU list of objects, linked through arrays, since there are many. */
final class RecentObjects {
    private final int[] older;
    private final int[] newer;
    private final int end;
    private final int most;
    private int size;

    RecentObjects(int objects, int most) {
        this.end = objects;
        this.most = most;
        this.older = new int[objects + 1];
        this.newer = new int[objects + 1];
        for (int object = 0; object <= objects; object++) {
            older[object] = object;
            newer[object] = object;
        }
    }

    /** Puts an object last; the one that is forgotten for it, or -1. */
    int add(int object) {
        remove(object);
        older[object] = older[end];
        newer[object] = end;
        newer[older[end]] = object;
        older[end] = object;
        if (++size <= most) {
            return -1;
        }
        int oldest = newer[end];
        remove(oldest);
        return oldest;
    }

    void remove(int object) {
        if (newer[object] == object) {
            return;
        }
        newer[older[object]] = newer[object];
        older[newer[object]] = older[object];
        older[object] = object;
        newer[object] = object;
        size--;
    }
}
