/**
 * Virtual hosts: what each host name serves, assembled from its configuration.
 *
 * <p>Start at Sites, which builds the filter chain in the documented order; Site, {@link io.gosling.site.SiteContent}
 * and {@link io.gosling.site.SiteRules} are the configuration. {@link io.gosling.site.SiteRoots}, {@link
 * io.gosling.site.SiteView} and {@link io.gosling.site.DocumentSelection} find the document for a path, {@link
 * io.gosling.site.HotSites} and {@link io.gosling.site.SiteHeaders} decide what event loops may send from memory.
 * Origins is the port to other servers. Depends on io.gosling.http.., io.gosling.document and its own subpackages,
 * which do not depend on it.
 */
@NullMarked
package io.gosling.site;

import org.jspecify.annotations.NullMarked;
