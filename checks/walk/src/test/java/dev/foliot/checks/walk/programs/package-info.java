/** Programs for JLBH, each of another shape; they are played with JLBH's own jar beside them. */
@NullMarked
package dev.foliot.checks.walk.programs;

import org.jspecify.annotations.NullMarked;
