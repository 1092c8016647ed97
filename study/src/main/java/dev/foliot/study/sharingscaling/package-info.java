/** The study sharing-scaling: threads that share a cache line, on more and more CPUs. */
@NullMarked
package dev.foliot.study.sharingscaling;

import org.jspecify.annotations.NullMarked;
