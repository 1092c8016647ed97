package dev.foliot.report.flame;

/**
 * How the share of a frame changed from one profile to another: a difference of two proportions.
 *
 * @param a its share of the samples of the first, 0 to 1
 * @param b of the second
 * @param samplesA how many samples the first has
 * @param samplesB how many the second
 */
record FlameChange(double a, double b, long samplesA, long samplesB) {
  /** Beyond so many standard errors a change is not chance alone. */
  private static final double ERRORS = 2;

  private static final double STRONG = 0.05;
  private static final double CLEAR = 0.01;

  /** What B has more. */
  double points() {
    return b - a;
  }

  /**
   * Whether the change is more than drawing samples by lot gives. Samples that follow each other
   * are not independent, so what passes may still be chance; what does not is nothing.
   */
  boolean isSeen() {
    double pooled = (a * samplesA + b * samplesB) / Math.max(1, samplesA + samplesB);
    double variance =
        pooled * (1 - pooled) * (1.0 / Math.max(1, samplesA) + 1.0 / Math.max(1, samplesB));
    return Math.abs(points()) > ERRORS * Math.sqrt(variance);
  }

  /** The class of its colour: up or down, in three strengths, or even. */
  String css() {
    if (!isSeen()) {
      return "even";
    }
    double size = Math.abs(points());
    int strength = size >= STRONG ? 3 : size >= CLEAR ? 2 : 1;
    return (points() > 0 ? "up" : "down") + strength;
  }
}
