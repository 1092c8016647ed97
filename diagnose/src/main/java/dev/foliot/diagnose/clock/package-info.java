/** A clock for examinations: the system's, or a test's. */
@NullMarked
package dev.foliot.diagnose.clock;

import org.jspecify.annotations.NullMarked;
