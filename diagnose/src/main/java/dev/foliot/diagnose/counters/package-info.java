/** What the CPUs count while a JVM runs. */
@NullMarked
package dev.foliot.diagnose.counters;

import org.jspecify.annotations.NullMarked;
