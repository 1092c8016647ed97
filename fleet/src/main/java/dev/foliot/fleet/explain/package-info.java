/** The labels and metrics that separate groups. */
@NullMarked
package dev.foliot.fleet.explain;

import org.jspecify.annotations.NullMarked;
