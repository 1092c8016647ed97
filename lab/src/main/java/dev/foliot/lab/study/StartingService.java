package dev.foliot.lab.study;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * A service that a thread of its own starts, while whoever began it goes on with something else.
 * All is called by one thread.
 */
final class StartingService implements AutoCloseable {
  private final FutureTask<Service> task;
  private final Thread thread;
  private boolean taken;

  /** How it is started. */
  interface Start {
    Service start() throws InterruptedException;
  }

  StartingService(String name, Start start) {
    task = new FutureTask<>(start::start);
    thread = Thread.ofPlatform().daemon().name("foliot-start-" + name).start(task);
  }

  /**
   * Waits until it is ready.
   *
   * @throws dev.foliot.lab.arm.ArmException if it does not get ready
   */
  Service await() throws InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new CompletionException(e);
    }
  }

  /** Waits until it is ready, and leaves it to the caller to close it. */
  Service take() throws InterruptedException {
    Service service = await();
    taken = true;
    return service;
  }

  /** Ends it, unless it was taken; no process of it is left then. */
  @Override
  public void close() {
    if (taken) {
      return;
    }
    thread.interrupt();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (task.state() == FutureTask.State.SUCCESS) {
      task.resultNow().close();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
