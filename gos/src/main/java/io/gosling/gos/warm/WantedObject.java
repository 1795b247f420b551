package io.gosling.gos.warm;

import io.gosling.gos.membership.ClusterMember;

/** An object and the node to ask. */
record WantedObject(MovableObject object, ClusterMember holder) {}
