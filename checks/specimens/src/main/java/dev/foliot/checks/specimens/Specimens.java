package dev.foliot.checks.specimens;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All the specimens, and their entry point. */
public final class Specimens {
  private Specimens() {}

  /** Plays one, as {@code docs/internals/specimens.md} says. */
  public static void main(String[] args) throws InterruptedException {
    System.exit(new Command(System.in, System.out, System.err).run(List.of(args)));
  }

  /** The sick ones first. */
  public static List<Specimen> all() {
    return Stream.of(
            TrueSharing.all(),
            OddClasses.all(),
            Lottery.sick(),
            HealthyCasts.all(),
            Lottery.lucky(),
            TakingTurns.all(),
            OtherPrograms.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The one of this name, as {@link Truth#name} has it. */
  public static Optional<Specimen> named(String name) {
    return all().stream().filter(specimen -> specimen.truth().name().equals(name)).findFirst();
  }

  /**
   * One whose Klass is moved by 8 bytes for each virtual method of a class that is loaded before.
   *
   * @param fillerMethods 0 to 7 reach all places in a cache line of 64 bytes
   */
  public static Specimen lottery(int fillerMethods) {
    return Lottery.drawn(fillerMethods);
  }
}
