package dev.foliot.bench;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs everything at once, in the thread that hands it over. */
final class CallerThread extends AbstractExecutorService {
  private volatile boolean shut;

  @Override
  public void execute(Runnable command) {
    command.run();
  }

  @Override
  public void shutdown() {
    shut = true;
  }

  @Override
  public List<Runnable> shutdownNow() {
    shut = true;
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return shut;
  }

  @Override
  public boolean isTerminated() {
    return shut;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return shut;
  }
}
