/** The page of a fleet. */
@NullMarked
package dev.foliot.report.fleet;

import org.jspecify.annotations.NullMarked;
