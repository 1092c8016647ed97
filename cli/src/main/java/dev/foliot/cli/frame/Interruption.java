package dev.foliot.cli.frame;

import dev.foliot.cli.screen.Console;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * What happens at Ctrl-C, or when the process is asked to end: the work is cancelled, and the JVM
 * waits until it has put things in order.
 */
public final class Interruption {
  private static final long WAIT_S = 20;

  private Interruption() {}

  /** What an interrupted run keeps. */
  public static String kept(int wholeForks) {
    return switch (wholeForks) {
      case 0 -> "no fork was whole yet";
      case 1 -> "1 whole fork is kept";
      default -> wholeForks + " whole forks are kept";
    };
  }

  /**
   * Does a piece of work.
   *
   * @param cancel ends the work early; called by another thread
   * @throws InterruptedException if the JVM is ending already
   */
  public static <T> T during(Callable<T> work, Runnable cancel) throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              cancel.run();
              await(ended);
            },
            "foliot-interruption");
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      throw new InterruptedException("interrupted before anything began");
    }
    try {
      return work.call();
    } finally {
      ended.countDown();
      remove(hook);
    }
  }

  /** A piece of work that hands over what ends it early, as soon as there is something to end. */
  public interface Work<T> {
    T call(Consumer<Runnable> cuts) throws Exception;
  }

  /**
   * Does a piece of work that begins with something that can be cut.
   *
   * @throws InterruptedException if the JVM is ending already
   */
  public static <T> T during(Work<T> work) throws Exception {
    Cut cut = new Cut();
    return during(() -> work.call(cut), cut);
  }

  /** Ends the work; also where it is asked to before the work has said how. Thread-safe. */
  static final class Cut implements Consumer<Runnable>, Runnable {
    private Runnable latest = () -> {};
    private boolean isAsked;

    @Override
    public void accept(Runnable cut) {
      boolean isLate;
      synchronized (this) {
        latest = cut;
        isLate = isAsked;
      }
      if (isLate) {
        cut.run();
      }
    }

    @Override
    public void run() {
      Runnable cut;
      synchronized (this) {
        isAsked = true;
        cut = latest;
      }
      cut.run();
    }
  }

  /** A wait, before anything is measured. */
  interface Wait {
    void await() throws InterruptedException;
  }

  /**
   * Waits; Ctrl-C ends it with a line that says so.
   *
   * @throws InterruptedException if interrupted, without a message, since that was said
   */
  static void ofWait(Wait wait, Console console) throws InterruptedException {
    Thread waiting = Thread.currentThread();
    try {
      during(
          () -> {
            try {
              wait.await();
            } catch (InterruptedException e) {
              console.error("interrupted; nothing was measured yet");
              throw new InterruptedException();
            }
            return Boolean.TRUE;
          },
          waiting::interrupt);
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch ended) {
    try {
      ended.await(WAIT_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void remove(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the JVM is ending: the hook is at work
    }
  }
}
