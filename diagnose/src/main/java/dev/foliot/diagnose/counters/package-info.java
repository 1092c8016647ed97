/** CPU counters of a running JVM. */
@NullMarked
package dev.foliot.diagnose.counters;

import org.jspecify.annotations.NullMarked;
