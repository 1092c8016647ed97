/** The study memory: what the memory of each arm is made of. */
@NullMarked
package dev.foliot.study.memory;

import org.jspecify.annotations.NullMarked;
