/** Reasons that the examinations give: limits, and the figures of findings. */
@NullMarked
package dev.foliot.diagnose.reason;

import org.jspecify.annotations.NullMarked;
