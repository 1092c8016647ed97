package dev.foliot.checks.specimens;

/** A small program whose illness, or health, is known. Immutable. */
public final class Specimen {
  private final Truth truth;
  private final Preparation preparation;

  Specimen(TruthBuilder truth, Preparation preparation) {
    this.truth = truth.build();
    this.preparation = preparation;
  }

  /** Loads its classes, trains its sites and hands out what its threads do. */
  @FunctionalInterface
  interface Preparation {
    Cast prepare(Training training);
  }

  /** What is known of it. */
  public Truth truth() {
    return truth;
  }

  /**
   * Makes it ready to play in this JVM.
   *
   * @throws UnsupportedOperationException if this JVM is too old for it
   */
  Cast prepare(Training training) {
    return preparation.prepare(training);
  }

  @Override
  public String toString() {
    return truth.name();
  }
}
