package dev.foliot.store;

/**
 * A percentile for which one fork has too little data. Several forks together may have enough.
 *
 * @param value the value found, in the figures' unit
 * @param episodes the number of episodes beyond it, fewer than ten
 */
public record Few(long value, long episodes) {}
