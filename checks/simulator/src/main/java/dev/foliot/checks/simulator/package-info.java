/**
 * A machine and its thread pools in virtual time: the pool's own controller beside fixed sizes and
 * other controllers.
 */
@NullMarked
package dev.foliot.checks.simulator;

import org.jspecify.annotations.NullMarked;
