/** Control groups: their limits, and what they throttled. */
@NullMarked
package dev.foliot.linux.cgroup;

import org.jspecify.annotations.NullMarked;
