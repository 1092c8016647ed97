/** What counters said, in the formats of several tools, as figures of one kind. Pure. */
@NullMarked
package dev.foliot.diagnose.counters.capture;

import org.jspecify.annotations.NullMarked;
