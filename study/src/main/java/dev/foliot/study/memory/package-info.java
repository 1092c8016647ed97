/** The study memory: the parts of each arm's memory. */
@NullMarked
package dev.foliot.study.memory;

import org.jspecify.annotations.NullMarked;
