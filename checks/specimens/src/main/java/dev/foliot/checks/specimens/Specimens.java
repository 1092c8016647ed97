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

  /** The affected ones first. */
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

  /** The specimen of this name, from {@link Truth#name}. */
  public static Optional<Specimen> named(String name) {
    return all().stream().filter(specimen -> specimen.truth().name().equals(name)).findFirst();
  }

  /**
   * A specimen whose Klass is moved by 8 bytes for each virtual method of a class that is loaded
   * earlier.
   *
   * @param fillerMethods 0 to 7 reach all places in a cache line of 64 bytes
   */
  public static Specimen lottery(int fillerMethods) {
    return Lottery.drawn(fillerMethods);
  }
}
