/** Examines what threads wait for: locks, each other, tasks of a blocked pool, finalizers. */
@NullMarked
package dev.foliot.diagnose.locks;

import org.jspecify.annotations.NullMarked;
