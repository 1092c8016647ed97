/** Counter values from the formats of several tools, in one form. Pure. */
@NullMarked
package dev.foliot.diagnose.counters.capture;

import org.jspecify.annotations.NullMarked;
