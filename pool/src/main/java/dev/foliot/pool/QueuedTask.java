package dev.foliot.pool;

/**
 * A task that was accepted.
 *
 * @param task what is to be run
 * @param acceptedNs when it was accepted
 */
record QueuedTask(Runnable task, long acceptedNs) {}
