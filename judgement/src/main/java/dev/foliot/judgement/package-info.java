/** Judges a measured load: its percentiles, what the kernel did to it, its verdict. */
@NullMarked
package dev.foliot.judgement;

import org.jspecify.annotations.NullMarked;
