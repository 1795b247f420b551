package io.gosling.gos.warm;

import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.membership.ClusterMember;

/** An object and the node to ask. */
record WantedObject(HeldObjectSummary object, ClusterMember holder) {}
