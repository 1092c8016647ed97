package dev.foliot.steer;

import java.lang.instrument.Instrumentation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the steered classes to load, and reports their addresses. Its thread sleeps while it
 * expects no class. Safe for any thread.
 */
final class Landings implements Runnable {
  private static final long LOOK_MS = 20;
  private static final int MOST_LOOKS = 500;

  private final Instrumentation instrumentation;
  private final Fillers fillers;
  private final SteerResult told;
  private final Deque<Steered> expected = new ArrayDeque<>();
  private int looks;

  Landings(Instrumentation instrumentation, Fillers fillers, SteerResult told) {
    this.instrumentation = instrumentation;
    this.fillers = fillers;
    this.told = told;
  }

  /** Expects a class that is about to load. */
  synchronized void expect(Steered one) {
    expected.add(one);
    notifyAll();
  }

  @Override
  public void run() {
    try {
      while (true) {
        awaitOne();
        Thread.sleep(LOOK_MS);
        look(false);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void awaitOne() throws InterruptedException {
    while (expected.isEmpty()) {
      wait();
    }
  }

  /**
   * Checks which expected classes have loaded.
   *
   * @param last whether no further classes will load
   */
  synchronized void look(boolean last) {
    while (!expected.isEmpty()) {
      Steered first = expected.getFirst();
      Class<?> type = loaded(first);
      looks++;
      if (type == null && !last && looks < MOST_LOOKS) {
        return;
      }
      expected.removeFirst();
      looks = 0;
      tell(first, type);
    }
  }

  private @Nullable Class<?> loaded(Steered one) {
    for (Class<?> type : instrumentation.getInitiatedClasses(one.loader())) {
      if (Objects.equals(type.getClassLoader(), one.loader())
          && type.getName().equals(one.name())) {
        return type;
      }
    }
    return null;
  }

  private void tell(Steered one, @Nullable Class<?> type) {
    String loader = one.loader().getClass().getName();
    if (type == null) {
      told.refused(
          one.name(),
          loader,
          one.wanted(),
          "its class file was read and no class came of it: see what the program says of it");
      return;
    }
    try {
      told.loaded(one, fillers.addressOf(type));
    } catch (RefusedException e) {
      told.refused(one.name(), loader, one.wanted(), String.valueOf(e.getMessage()));
    }
  }
}
