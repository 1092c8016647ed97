package dev.foliot.checks.endtoend.tasks;

/** Is no task. */
public final class NoTask {}
