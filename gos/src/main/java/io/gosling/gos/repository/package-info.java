/**
 * Get, put and remove for programs: objects of any kind under keys of any bytes, each at home on one node, after the
 * Herd of Object Caches (Aldinucci, Torquati: "Accelerating Apache Farms Through Ad-HOC Distributed Scalable Object
 * Repository", Euro-Par 2004). Begin with {@link io.gosling.gos.repository.ObjectSpace}; what a home does is in
 * {@link io.gosling.gos.repository.HomeRules}. No Hazelcast, no channel: homes and purges are ports.
 */
@NullMarked
package io.gosling.gos.repository;

import org.jspecify.annotations.NullMarked;
