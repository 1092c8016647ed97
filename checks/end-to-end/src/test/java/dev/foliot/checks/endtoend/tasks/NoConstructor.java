package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.BenchTask;

/** Cannot be made without an argument. */
public final class NoConstructor implements BenchTask {
  private final int places;

  /** Takes an argument, which nobody will give. */
  public NoConstructor(int places) {
    this.places = places;
  }

  @Override
  public void send(long id) {
    throw new IllegalStateException("made with " + places);
  }
}
