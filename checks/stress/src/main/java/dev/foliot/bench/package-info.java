/**
 * Races of the recorders and the ring under jcstress.
 *
 * <p>In the package of the tested classes, which are not public.
 */
@NullMarked
package dev.foliot.bench;

import org.jspecify.annotations.NullMarked;
