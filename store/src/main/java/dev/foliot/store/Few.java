package dev.foliot.store;

/**
 * A percentile that one fork has too little data for. Several forks together may have enough.
 *
 * @param value what was seen, in the figures' unit
 * @param episodes beyond it, fewer than ten
 */
public record Few(long value, long episodes) {}
