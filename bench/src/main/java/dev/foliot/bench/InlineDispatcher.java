package dev.foliot.bench;

/** Lets the producer do the work itself. */
final class InlineDispatcher implements Dispatcher {
  private final Worker worker;

  InlineDispatcher(Worker worker) {
    this.worker = worker;
  }

  @Override
  public void dispatch(long id) {
    worker.work(id);
  }

  @Override
  public void close() {}
}
