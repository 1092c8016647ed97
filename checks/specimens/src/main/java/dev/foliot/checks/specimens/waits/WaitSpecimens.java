package dev.foliot.checks.specimens.waits;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All programs whose threads wait, and their entry point. */
public final class WaitSpecimens {
  private static final int WRONG_USAGE = 2;

  private WaitSpecimens() {}

  /**
   * Plays one, named by the only argument, until standard input ends. It prints {@code ready} when
   * its threads are in their state.
   */
  public static void main(String[] args) throws Exception {
    if (args.length == 1 && args[0].equals("--list")) {
      all().forEach(specimen -> System.out.println(specimen.name()));
      return;
    }
    Optional<WaitSpecimen> specimen = args.length == 1 ? named(args[0]) : Optional.empty();
    if (specimen.isEmpty()) {
      System.err.println("usage: WaitSpecimens --list | NAME");
      System.exit(WRONG_USAGE);
    } else {
      specimen.get().program().start();
      System.out.println("ready");
      awaitEndOfInput();
      System.exit(0);
    }
  }

  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // a line on standard input means nothing
    }
  }

  /** The affected ones of each kind, then their controls. */
  public static List<WaitSpecimen> all() {
    return Stream.of(
            Deadlocks.all(),
            Contention.all(),
            Pools.all(),
            Loops.all(),
            Carriers.all(),
            Finalizers.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The specimen of a name. */
  public static Optional<WaitSpecimen> named(String name) {
    return all().stream().filter(specimen -> specimen.name().equals(name)).findFirst();
  }
}
