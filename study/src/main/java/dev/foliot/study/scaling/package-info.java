/** The study scaling: the same on more and more CPUs. */
@NullMarked
package dev.foliot.study.scaling;

import org.jspecify.annotations.NullMarked;
