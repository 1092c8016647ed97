package dev.foliot.pool;

import java.time.Duration;
import java.time.Instant;

/**
 * Tasks wait and no task ends.
 *
 * @param when the time of detection
 * @param running number of running tasks
 * @param queued number of waiting tasks
 * @param oldestWait the wait of the first of them
 */
public record Hang(Instant when, int running, int queued, Duration oldestWait) {}
