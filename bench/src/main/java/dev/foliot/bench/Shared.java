package dev.foliot.bench;

/**
 * State shared by the producers of a bench.
 *
 * @param ring the messages in flight
 * @param clock the clock of every reading
 * @param waiting how a producer waits
 * @param dispatcher the dispatch that does the work
 * @param stop the wish to end early
 * @param producers how many producers share the schedule
 */
record Shared(
    MessageRing ring,
    NanoClock clock,
    Wait waiting,
    Dispatcher dispatcher,
    Stop stop,
    int producers) {}
