/**
 * Judges a measured load: its percentiles, what the kernel did to it, its verdict. Beside that,
 * what both answers and pages decide of stored records: where latency bends, where arms part, by
 * which law throughput grows.
 */
@NullMarked
package dev.foliot.judgement;

import org.jspecify.annotations.NullMarked;
