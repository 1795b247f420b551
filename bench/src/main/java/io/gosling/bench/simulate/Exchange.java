package io.gosling.bench.simulate;

import io.gosling.dispatcher.policy.Server;

/** A request on its node. */
record Exchange(int object, Server server, long began) {}
