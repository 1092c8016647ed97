/** Which memory threads read and write, by the data addresses that perf samples. */
@NullMarked
package dev.foliot.diagnose.counters.access;

import org.jspecify.annotations.NullMarked;
