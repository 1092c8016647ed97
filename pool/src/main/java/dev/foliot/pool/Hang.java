package dev.foliot.pool;

import java.time.Duration;
import java.time.Instant;

/**
 * Tasks wait and none ends.
 *
 * @param when the time at which it was noticed
 * @param running how many tasks run
 * @param queued how many tasks wait
 * @param oldestWait how long the first of them has waited
 */
public record Hang(Instant when, int running, int queued, Duration oldestWait) {}
