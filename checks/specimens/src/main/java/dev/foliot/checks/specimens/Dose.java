package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Messages.Notice;
import dev.foliot.checks.specimens.Messages.Order;
import dev.foliot.checks.specimens.Messages.Refund;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;
import java.util.List;
import java.util.function.Supplier;

/**
 * {@code instanceof-pair} with a dose of computing between its checks, and the same with two fixes.
 * They calibrate the share of samples at a check.
 */
enum Dose {
  /** Two threads check objects of one class for two interfaces in turn. */
  SICK("dose"),

  /** They check as often, for one interface only. */
  CURED("dose-cured"),

  /** They check for two interfaces in turn, each objects of its own class. */
  APART("dose-apart");

  /** The most steps of computing in a round. */
  static final int MOST_STEPS = 100_000;

  private final String word;

  Dose(String word) {
    this.word = word;
  }

  /** Whether a word of the command line names a dose. */
  static boolean isOne(String word) {
    return List.of(values()).stream().anyMatch(dose -> dose.word.equals(word));
  }

  /**
   * Creates a dose.
   *
   * @param word which, as {@link #isOne} knows it
   * @param steps of computing in a round, from 0 to {@link #MOST_STEPS}
   */
  static Specimen of(String word, int steps) {
    if (steps < 0 || steps > MOST_STEPS) {
      throw new IllegalArgumentException("0 to " + MOST_STEPS + " steps, not " + steps);
    }
    return List.of(values()).stream()
        .filter(dose -> dose.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no dose " + word))
        .specimen(steps);
  }

  private Specimen specimen(int steps) {
    Site site =
        Site.of(
            Dosed.class, crowd -> new Dosed(crowd, steps, this == CURED), "isRouted", "isCounted");
    TruthBuilder truth =
        site.tell(new TruthBuilder(word + "-" + steps, "Two threads ask, and compute in between."))
            .about(Order.class)
            .between(Routed.class, Counted.class);
    Supplier<?> second = this == APART ? Refund::new : Order::new;
    return new Specimen(
        this == SICK
            ? truth.writtenBy("writer-1", "writer-2").sick(Kind.TRUE_SHARING)
            : truth.lowAllowed(),
        training -> {
          site.train(training, Order::new, Refund::new, Notice::new);
          return Cast.of(
              List.of(Order.class),
              site.worker("writer-1", Order::new),
              site.worker("writer-2", second));
        });
  }
}
