/** Who of a JVM waits for a CPU, and who sleeps although there is work. */
@NullMarked
package dev.foliot.diagnose.scheduler;

import org.jspecify.annotations.NullMarked;
