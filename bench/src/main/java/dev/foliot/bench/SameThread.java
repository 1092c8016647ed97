package dev.foliot.bench;

/**
 * A task whose set-up, messages and tear-down belong into one thread. With one producer and
 * dispatch {@code inline} they are.
 */
public interface SameThread extends BenchTask {}
