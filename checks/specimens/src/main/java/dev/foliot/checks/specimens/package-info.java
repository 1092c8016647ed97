/**
 * Small programs whose illness, or health, is known: what {@code foliot diagnose} is tried on. Each
 * runs in a JVM of its own, since the JIT compiler's profiles are part of the illness.
 */
@NullMarked
package dev.foliot.checks.specimens;

import org.jspecify.annotations.NullMarked;
