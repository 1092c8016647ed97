/**
 * An adaptive pool's figures as Micrometer meters.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.foliot.pool.micrometer;

import org.jspecify.annotations.NullMarked;
