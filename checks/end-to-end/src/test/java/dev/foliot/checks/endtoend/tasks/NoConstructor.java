package dev.foliot.checks.endtoend.tasks;

import dev.foliot.bench.BenchTask;

/** Has no constructor without arguments. */
public final class NoConstructor implements BenchTask {
  private final int places;

  /** Takes an argument that Foliot cannot provide. */
  public NoConstructor(int places) {
    this.places = places;
  }

  @Override
  public void send(long id) {
    throw new IllegalStateException("made with " + places);
  }
}
