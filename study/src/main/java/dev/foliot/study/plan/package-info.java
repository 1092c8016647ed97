/** The parts of a plan: arms, loads, measures, and the requests to the arms. */
@NullMarked
package dev.foliot.study.plan;

import org.jspecify.annotations.NullMarked;
