package dev.foliot.pool;

import java.time.Instant;

/**
 * A change of the pool's size.
 *
 * @param when the time of the change
 * @param from the old size
 * @param to the new size
 * @param reason the reason, with figures
 */
public record Resize(Instant when, int from, int to, String reason) {}
