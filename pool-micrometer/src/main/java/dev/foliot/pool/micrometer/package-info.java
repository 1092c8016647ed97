/** A self-tuning pool's figures as Micrometer's meters. */
@NullMarked
package dev.foliot.pool.micrometer;

import org.jspecify.annotations.NullMarked;
