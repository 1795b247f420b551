/** Figures for people: plots and pages that need no other files. */
@NullMarked
package io.gosling.tools.report;

import org.jspecify.annotations.NullMarked;
