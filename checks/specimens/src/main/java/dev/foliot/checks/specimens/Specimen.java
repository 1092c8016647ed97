package dev.foliot.checks.specimens;

/** A small program with a known problem, or without one. Immutable. */
public final class Specimen {
  private final Truth truth;
  private final Preparation preparation;

  Specimen(TruthBuilder truth, Preparation preparation) {
    this.truth = truth.build();
    this.preparation = preparation;
  }

  /** Loads its classes, trains its sites and returns the work of its threads. */
  @FunctionalInterface
  interface Preparation {
    Cast prepare(Training training);
  }

  /** The known truth. */
  public Truth truth() {
    return truth;
  }

  /**
   * Prepares it for this JVM.
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
