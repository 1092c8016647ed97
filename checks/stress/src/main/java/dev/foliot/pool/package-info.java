/**
 * Races of the pool's queue and workers under jcstress.
 *
 * <p>In the package of what is raced, since that is not public.
 */
@NullMarked
package dev.foliot.pool;

import org.jspecify.annotations.NullMarked;
