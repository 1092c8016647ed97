package dev.foliot.bench.jmh;

/**
 * Names an argument: a state, or the blackhole.
 *
 * @param type its class
 * @param index counts the arguments of one class that a method takes
 */
record StateKey(Class<?> type, int index) {}
