/** Forks, arms and runs. */
@NullMarked
package dev.foliot.lab;

import org.jspecify.annotations.NullMarked;
