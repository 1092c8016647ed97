/** Two sides compared: what they are, by which figures they differ, what a gate needs. */
@NullMarked
package dev.foliot.judgement.compare;

import org.jspecify.annotations.NullMarked;
