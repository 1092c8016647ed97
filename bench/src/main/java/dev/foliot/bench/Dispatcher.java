package dev.foliot.bench;

/** Hands a message to the thread that does its work. Used by all producers at once. */
interface Dispatcher extends AutoCloseable {
  /** Hands over a message that the ring has begun. */
  void dispatch(long id);

  /** Ends the threads of the dispatch. */
  @Override
  void close();
}
