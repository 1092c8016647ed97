/**
 * The cost of one recording, beside JLBH and plain HdrHistogram in the same run.
 *
 * <p>In the package of the measured code, which is not public.
 */
@NullMarked
package dev.foliot.bench;

import org.jspecify.annotations.NullMarked;
