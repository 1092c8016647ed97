/** Hypotheses from the counters of a slow and a fast side. Pure. */
@NullMarked
package dev.foliot.diagnose.counters.compare;

import org.jspecify.annotations.NullMarked;
