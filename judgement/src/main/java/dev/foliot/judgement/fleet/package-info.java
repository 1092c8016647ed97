/** What changed between two analyses of a fleet. */
@NullMarked
package dev.foliot.judgement.fleet;

import org.jspecify.annotations.NullMarked;
