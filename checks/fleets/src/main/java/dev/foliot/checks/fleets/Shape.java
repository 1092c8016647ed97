package dev.foliot.checks.fleets;

import java.util.random.RandomGenerator;

/** A distribution with mean 0 and standard deviation 1. */
enum Shape {
  NORMAL,
  /** Its parameter is the standard deviation of the logarithm. */
  LOGNORMAL,
  /** Its parameter is the degrees of freedom, an integer, at least 3. */
  STUDENT;

  double draw(RandomGenerator random, double parameter) {
    return switch (this) {
      case NORMAL -> random.nextGaussian();
      case LOGNORMAL -> {
        double variance = parameter * parameter;
        double mean = Math.exp(variance / 2);
        double deviation = mean * Math.sqrt(Math.expm1(variance));
        yield (Math.exp(parameter * random.nextGaussian()) - mean) / deviation;
      }
      case STUDENT -> {
        double squares = 0;
        for (int i = 0; i < parameter; i++) {
          double draw = random.nextGaussian();
          squares += draw * draw;
        }
        double t = random.nextGaussian() / Math.sqrt(squares / parameter);
        yield t / Math.sqrt(parameter / (parameter - 2));
      }
    };
  }
}
