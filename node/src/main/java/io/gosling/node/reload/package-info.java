/** Reading the configuration again while the process runs: what is wrong changes nothing, what cannot change is named. */
@NullMarked
package io.gosling.node.reload;

import org.jspecify.annotations.NullMarked;
