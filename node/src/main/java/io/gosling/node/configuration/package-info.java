/**
 * The translation of settings into the configuration objects of the libraries, without starting anything.
 *
 * <p>Start at {@link io.gosling.node.configuration.NodeConfiguration} for the object space,
 * {@link io.gosling.node.configuration.FrontEndConfiguration} and
 * {@link io.gosling.node.configuration.PacketConfiguration} for dispatching,
 * {@link io.gosling.node.configuration.SiteConfiguration} for virtual hosts
 * ({@link io.gosling.node.configuration.SiteReader} reads one section).
 * {@link io.gosling.node.configuration.ListenAddresses} holds the ports of a process and the cluster secret;
 * {@link io.gosling.node.configuration.SecretFile} and {@link io.gosling.node.configuration.FilePermissionCheck} warn
 * of files that others can read. The settings themselves (names, types, defaults) are in io.gosling.node.settings. No
 * class here binds a port; every package above may use it.
 */
@NullMarked
package io.gosling.node.configuration;

import org.jspecify.annotations.NullMarked;
