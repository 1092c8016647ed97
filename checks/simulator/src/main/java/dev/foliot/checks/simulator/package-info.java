/**
 * A machine and its thread pools in virtual time. The pool's own controller runs beside fixed sizes
 * and other controllers.
 */
@NullMarked
package dev.foliot.checks.simulator;

import org.jspecify.annotations.NullMarked;
