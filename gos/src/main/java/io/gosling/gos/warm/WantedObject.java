package io.gosling.gos.warm;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.HeldObjectSummary;

/** An object and the node to ask. */
record WantedObject(HeldObjectSummary object, ClusterMember holder) {}
