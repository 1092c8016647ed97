/** An adaptive pool's figures as Micrometer meters. */
@NullMarked
package dev.foliot.pool.micrometer;

import org.jspecify.annotations.NullMarked;
