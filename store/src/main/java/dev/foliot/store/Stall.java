package dev.foliot.store;

/**
 * A stall of the whole JVM.
 *
 * @param startNs from the start of the measured load
 * @param lengthNs how long
 */
public record Stall(long startNs, long lengthNs) {}
