package dev.foliot.checks.specimens.waits;

import java.util.List;

/** Objects with a finalizer, made and dropped. */
final class Finalizers {
  private static final int OBJECTS = 400;
  private static final long BETWEEN_MS = 50;
  private static final long WORK_MS = 20;

  private Finalizers() {}

  static List<WaitSpecimen> all() {
    return List.of(
        WaitSpecimen.affected(
            "finalizer-slow",
            "Dead objects come faster than their finalizers, which sleep.",
            "finalizer-backlog",
            Slow.class.getName() + ".finalize",
            () -> make(Slow::new)),
        WaitSpecimen.control(
            "finalizer-quick",
            "As many dead objects whose finalizers compute for a moment.",
            () -> make(Quick::new)));
  }

  @SuppressWarnings({"removal", "deprecation", "Finalize"}) // the specimen is about finalizers
  private static final class Slow {
    @Override
    protected void finalize() throws Throwable {
      Thread.sleep(WORK_MS);
    }
  }

  @SuppressWarnings({"removal", "deprecation", "Finalize"}) // the specimen is about finalizers
  private static final class Quick {
    @Override
    protected void finalize() {
      Players.compute();
    }
  }

  private interface Maker {
    Object make();
  }

  private static void make(Maker maker) throws InterruptedException {
    Players.repeat(
        1,
        "maker-",
        () -> {
          for (int i = 0; i < OBJECTS; i++) {
            maker.make();
          }
          System.gc();
          Thread.sleep(BETWEEN_MS);
        });
    Thread.sleep(20 * BETWEEN_MS);
  }
}
