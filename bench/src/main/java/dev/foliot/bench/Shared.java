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
 * @param inFlight in a closed loop, how many messages of a producer may be open; 0 in an open loop
 */
record Shared(
    MessageRing ring,
    NanoClock clock,
    Wait waiting,
    Dispatcher dispatcher,
    Stop stop,
    int producers,
    int inFlight) {
  /** An open loop. */
  Shared(
      MessageRing ring,
      NanoClock clock,
      Wait waiting,
      Dispatcher dispatcher,
      Stop stop,
      int producers) {
    this(ring, clock, waiting, dispatcher, stop, producers, 0);
  }
}
