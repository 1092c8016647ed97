/**
 * Small programs with a known problem, or without one, for testing {@code foliot diagnose}. Each
 * runs in a separate JVM, because the JIT compiler's profiles are part of the problem.
 */
@NullMarked
package dev.foliot.checks.specimens;

import org.jspecify.annotations.NullMarked;
