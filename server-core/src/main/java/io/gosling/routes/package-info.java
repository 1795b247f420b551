/**
 * The settings of routes ({@link io.gosling.routes.RouteSettings}), which sites and front-ends share, and their
 * conversion to rules ({@link io.gosling.routes.RouteSectionReader}). The rules themselves are in
 * io.gosling.site.rules.
 */
@NullMarked
package io.gosling.routes;

import org.jspecify.annotations.NullMarked;
