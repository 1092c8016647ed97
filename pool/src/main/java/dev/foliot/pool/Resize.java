package dev.foliot.pool;

import java.time.Instant;

/**
 * A change of the pool's size.
 *
 * @param when the time of the change
 * @param from the size before
 * @param to the size after
 * @param reason why, in words with figures
 */
public record Resize(Instant when, int from, int to, String reason) {}
