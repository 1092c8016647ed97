package dev.foliot.demo;

import org.jspecify.annotations.Nullable;

/**
 * Ends multi-step work early, at any step. {@link #cancel} is for any thread, the rest for the
 * working one.
 */
public final class Cancellation {
  private boolean cancelled;
  private @Nullable Runnable end;

  /** Ends the current step, and prevents further ones. */
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
   * Sets how to end the step that begins now.
   *
   * @throws InterruptedException if it was cancelled before; the step must not begin
   */
  public synchronized void step(Runnable howToEnd) throws InterruptedException {
    stepEnded();
    end = howToEnd;
  }

  /**
   * Marks the end of the step.
   *
   * @throws InterruptedException if it was cancelled during the step: its result is incomplete
   */
  public synchronized void stepEnded() throws InterruptedException {
    end = null;
    if (cancelled) {
      throw new InterruptedException("cancelled");
    }
  }
}
