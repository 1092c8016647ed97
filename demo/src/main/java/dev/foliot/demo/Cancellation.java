package dev.foliot.demo;

import org.jspecify.annotations.Nullable;

/**
 * Ends work of several steps early, whichever step it is at. {@link #cancel} is for any thread, the
 * rest for the one that works.
 */
public final class Cancellation {
  private boolean cancelled;
  private @Nullable Runnable end;

  /** Ends the step in hand, and lets none begin. */
  public synchronized void cancel() {
    cancelled = true;
    if (end != null) {
      end.run();
    }
  }

  /** Whether it was cancelled. */
  public synchronized boolean isCancelled() {
    return cancelled;
  }

  /**
   * Says how the step that begins now is ended.
   *
   * @throws InterruptedException if it was cancelled before; the step must not begin
   */
  public synchronized void step(Runnable howToEnd) throws InterruptedException {
    stepEnded();
    end = howToEnd;
  }

  /**
   * Says that the step has ended.
   *
   * @throws InterruptedException if it was cancelled meanwhile: what came of it is not whole
   */
  public synchronized void stepEnded() throws InterruptedException {
    end = null;
    if (cancelled) {
      throw new InterruptedException("cancelled");
    }
  }
}
