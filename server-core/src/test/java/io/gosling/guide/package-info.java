/** The examples of docs/guide.md, which shows what stands here between the marks; each is run. */
@NullMarked
package io.gosling.guide;

import org.jspecify.annotations.NullMarked;
