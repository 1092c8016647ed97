package dev.foliot.audit;

/**
 * A request that waits for its answer.
 *
 * @param connection whose
 * @param answer what will be said
 * @param index in the log, -1 for one that is not logged
 * @param dueNs when the answer is due, if the server moves then
 */
record Pending(Connection connection, Answer answer, int index, long dueNs) {}
