/**
 * What one recording costs, beside JLBH and plain HdrHistogram in the same run.
 *
 * <p>In the package of what is measured, since that is not public.
 */
@NullMarked
package dev.foliot.bench;

import org.jspecify.annotations.NullMarked;
