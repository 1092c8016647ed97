/**
 * Programs whose threads wait for locks, for each other or for nothing, for testing {@code foliot
 * diagnose}. Each runs in a separate JVM.
 */
@NullMarked
package dev.foliot.checks.specimens.waits;

import org.jspecify.annotations.NullMarked;
