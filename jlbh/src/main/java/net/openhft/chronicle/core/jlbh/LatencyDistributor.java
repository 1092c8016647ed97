package net.openhft.chronicle.core.jlbh;

/** Draws the gap before the next message, under its old name. */
@FunctionalInterface
public interface LatencyDistributor extends net.openhft.chronicle.jlbh.LatencyDistributor {}
