/** A study as a run in the store: its forks are played, stored and answered. */
@NullMarked
package dev.foliot.study.run;

import org.jspecify.annotations.NullMarked;
