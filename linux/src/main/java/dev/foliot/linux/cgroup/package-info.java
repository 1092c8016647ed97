/** Control groups: their limits, and their throttling. */
@NullMarked
package dev.foliot.linux.cgroup;

import org.jspecify.annotations.NullMarked;
