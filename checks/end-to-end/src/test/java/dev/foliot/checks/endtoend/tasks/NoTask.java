package dev.foliot.checks.endtoend.tasks;

/** Not a task. */
public final class NoTask {}
