package io.gosling.gos.warm;

import io.gosling.gos.membership.Node;

/** An object and the node that is asked for it. */
record Wanted(HotKey object, Node holder) {}
