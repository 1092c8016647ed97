/** What the counters of a slow and of a fast side suggest. Pure. */
@NullMarked
package dev.foliot.diagnose.counters.compare;

import org.jspecify.annotations.NullMarked;
