/**
 * Judges a measured load: its percentiles, what the kernel did to it, its verdict. It also holds
 * decisions that answers and pages share: the knee of latency, differences between arms, and the
 * law of scaling.
 */
@NullMarked
package dev.foliot.judgement;

import org.jspecify.annotations.NullMarked;
