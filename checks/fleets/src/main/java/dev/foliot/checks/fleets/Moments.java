package dev.foliot.checks.fleets;

/** Count, mean and deviation of a stream of numbers (Welford 1962). */
final class Moments {
  private int count;
  private double mean;
  private double squares;

  void add(double value) {
    count++;
    double from = value - mean;
    mean += from / count;
    squares += from * (value - mean);
  }

  int count() {
    return count;
  }

  double mean() {
    return mean;
  }

  /** The sample's standard deviation, 0 for fewer than two. */
  double deviation() {
    return count < 2 ? 0 : Math.sqrt(squares / (count - 1));
  }

  /** Ashman's D between this and another sample; 0 if either has fewer than two. */
  double apart(Moments other) {
    double first = deviation();
    double second = other.deviation();
    return count < 2 || other.count < 2
        ? 0
        : Math.abs(mean - other.mean) * Math.sqrt(2) / Math.sqrt(first * first + second * second);
  }
}
