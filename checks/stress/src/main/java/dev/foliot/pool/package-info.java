/**
 * Races of the pool's queue and workers under jcstress.
 *
 * <p>In the package of the tested classes, which are not public.
 */
@NullMarked
package dev.foliot.pool;

import org.jspecify.annotations.NullMarked;
