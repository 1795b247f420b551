package io.gosling.bench.hoc;

import java.util.List;

/**
 * A configuration of the web servers' file caches, numbered as in the paper.
 *
 * @param megabytes of each cache, in the paper's data set of 4 GB
 */
record WebServerConfiguration(int number, String label, Kind kind, int megabytes) {
    /** The scope within which a cache is shared. */
    enum Kind {
        /** Every request reads the disk. */
        NONE,
        /** Each process of the server has its own. */
        PROCESS,
        SERVER,
        /** A node of the repository on the same machine. */
        REPOSITORY,
        /** One that is the home of everything on another one. */
        REPOSITORY_APART
    }

    static final List<WebServerConfiguration> ALL = List.of(
            new WebServerConfiguration(1, "own cache of each process, 900 MB", Kind.PROCESS, 900),
            new WebServerConfiguration(2, "own cache of each process, 150 MB", Kind.PROCESS, 150),
            new WebServerConfiguration(3, "own cache, one process, 900 MB", Kind.SERVER, 900),
            new WebServerConfiguration(4, "repository, 900 MB", Kind.REPOSITORY, 900),
            new WebServerConfiguration(5, "no cache", Kind.NONE, 0),
            new WebServerConfiguration(6, "repository, 450 MB", Kind.REPOSITORY, 450),
            new WebServerConfiguration(7, "repository apart, 900 MB", Kind.REPOSITORY_APART, 900));

    boolean isRepository() {
        return kind == Kind.REPOSITORY || kind == Kind.REPOSITORY_APART;
    }

    /** The best one without the repository. */
    static final WebServerConfiguration ALONE = ALL.get(2);

    /** The one with it that the paper builds on. */
    static final WebServerConfiguration WITH_REPOSITORY = ALL.get(3);

    /** The one that several web servers can share. */
    static final WebServerConfiguration APART = ALL.getLast();

    /** For a quick run: these two, and none. */
    static final List<WebServerConfiguration> FEW = List.of(ALONE, WITH_REPOSITORY, ALL.get(4));
}
