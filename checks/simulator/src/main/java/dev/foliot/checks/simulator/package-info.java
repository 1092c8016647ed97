/**
 * A machine and its thread pools in virtual time, in which the pool's own controller runs beside
 * fixed sizes and other ways to find one.
 */
@NullMarked
package dev.foliot.checks.simulator;

import org.jspecify.annotations.NullMarked;
