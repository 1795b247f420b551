/**
 * The translation of settings into the configuration objects of the libraries, without starting anything.
 *
 * <p>Start at {@link NodeConfigurationConverter} for the object space, {@link FrontEndConfigurationConverter} and
 * {@link PacketConfigurationConverter} for dispatching, {@link SiteConfigurationConverter} for virtual hosts ({@link
 * SiteSectionConverter} reads one section). {@link ListenAddresses} holds the ports of a process and the cluster
 * secret; {@link ClusterSecretReader} and {@link FilePermissionCheck} warn of files that others can read. The settings
 * themselves (names, types, defaults) are in io.gosling.node.settings. No class here binds a port; every package above
 * may use it.
 */
@NullMarked
package io.gosling.node.configuration;

import org.jspecify.annotations.NullMarked;
