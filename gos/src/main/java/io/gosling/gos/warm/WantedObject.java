package io.gosling.gos.warm;

import io.gosling.gos.membership.Node;

/** An object and the node to ask. */
record WantedObject(HotKey object, Node holder) {}
