/**
 * Races of the recorders and the ring under jcstress.
 *
 * <p>In the package of what is raced, since that is not public.
 */
@NullMarked
package dev.foliot.bench;

import org.jspecify.annotations.NullMarked;
