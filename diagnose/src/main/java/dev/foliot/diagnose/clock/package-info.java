/** Time, and waiting for it, as examinations take it: the system's, or that of a test. */
@NullMarked
package dev.foliot.diagnose.clock;

import org.jspecify.annotations.NullMarked;
