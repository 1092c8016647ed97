package dev.foliot.bench;

/**
 * What the producers of a bench share.
 *
 * @param ring the messages in flight
 * @param clock what every time is read from
 * @param waiting how a producer waits
 * @param dispatcher who does the work
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
