/** The differences between the diagnoses of two processes. */
@NullMarked
package dev.foliot.diagnose.compare;

import org.jspecify.annotations.NullMarked;
