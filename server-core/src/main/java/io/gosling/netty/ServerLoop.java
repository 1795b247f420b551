package io.gosling.netty;

/** What the connections of one event loop share. Belongs to that loop, but for the date. */
record ServerLoop(LoopClock clock, PlainRequest plain, KnownPaths paths) {}
