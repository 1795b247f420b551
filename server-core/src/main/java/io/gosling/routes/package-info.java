/**
 * The settings of routes ({@link RouteSettings}), which sites and front-ends share, and their conversion to rules
 * ({@link RouteSectionReader}). The rules themselves are in io.gosling.site.rules.
 */
@NullMarked
package io.gosling.routes;

import org.jspecify.annotations.NullMarked;
