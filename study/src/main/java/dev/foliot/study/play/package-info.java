/** How a fork is played: programs and services as processes, under their load. */
@NullMarked
package dev.foliot.study.play;

import org.jspecify.annotations.NullMarked;
