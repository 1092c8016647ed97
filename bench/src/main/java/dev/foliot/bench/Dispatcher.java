package dev.foliot.bench;

/** Hands a message to the thread that does its work. All producers use it at once. */
interface Dispatcher extends AutoCloseable {
  /** Hands over a message that is open in the ring. */
  void dispatch(long id);

  /** Ends the threads of the dispatch. */
  @Override
  void close();

  /** Lets the producer do the work itself. */
  static Dispatcher inline(Worker worker) {
    return new Dispatcher() {
      @Override
      public void dispatch(long id) {
        worker.work(id);
      }

      @Override
      public void close() {}
    };
  }
}
