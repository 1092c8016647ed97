package dev.foliot.stats;

import dev.foliot.stats.Scalability.Estimate;
import dev.foliot.stats.Scalability.Limit;
import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The fit and its profiles. Each step is a minimum in one or two nested variables. This is slower
 * than Gauss and Newton, but it respects the bounds and always converges.
 */
final class ScalabilityFit {
  private static final int PARAMETERS = 3;
  private static final int HALVINGS = 60;

  /** A peak beyond this multiple of the largest size counts as none. */
  private static final double FAR = 1e6;

  private static final double NEAR = 1e-3;

  /** Where the search for the upper ends of λ (in best fits) and of κ stops. */
  private static final double FARTHEST = 1e3;

  private final ScalabilityCurve curve;
  private final double contention;
  private final double coherency;
  private final double squares;
  private final double most;

  private ScalabilityFit(ScalabilityCurve curve, double alpha) {
    this.curve = curve;
    contention = curve.overContention(this::squaresAtContention).at();
    coherency = curve.overCoherency(kappa -> curve.squares(contention, kappa)).at();
    squares = curve.squares(contention, coherency);
    int free = curve.count() - PARAMETERS;
    double t = TDistribution.of(free).inverseSurvivalProbability(alpha / 2);
    most = squares * (1 + t * t / free);
  }

  static Scalability of(double[] sizes, double[] throughputs, double alpha) {
    if (sizes.length != throughputs.length) {
      throw new IllegalArgumentException(
          sizes.length + " sizes, but " + throughputs.length + " throughputs");
    }
    for (int i = 0; i < sizes.length; i++) {
      if (!(sizes[i] >= 1 && throughputs[i] > 0)
          || Double.isInfinite(sizes[i])
          || Double.isInfinite(throughputs[i])) {
        throw new IllegalArgumentException(
            "a throughput of " + throughputs[i] + " at size " + sizes[i]);
      }
    }
    long distinct = Arrays.stream(sizes).distinct().count();
    if (distinct < Scalability.FEWEST_SIZES) {
      return new Scalability.Refused(
          distinct
              + " different sizes were measured; the law has three parameters, and fits any three:"
              + " measure at "
              + Scalability.FEWEST_SIZES
              + " or more, better six");
    }
    return new ScalabilityFit(new ScalabilityCurve(sizes, throughputs), alpha).fitted();
  }

  private Scalability fitted() {
    double perUnit = curve.bestPerUnit(contention, coherency);
    double peak =
        coherency == 0 ? Double.POSITIVE_INFINITY : Math.sqrt((1 - contention) / coherency);
    return new Scalability.Fitted(
        perUnit(perUnit),
        contention(),
        coherency(),
        peak(peak),
        curve.largestSize(),
        limit(),
        Math.sqrt(squares / (curve.count() - PARAMETERS)));
  }

  private double squaresAtContention(double sigma) {
    return curve.overCoherency(kappa -> curve.squares(sigma, kappa)).value();
  }

  private double squaresAtCoherency(double kappa) {
    return curve.overContention(sigma -> curve.squares(sigma, kappa)).value();
  }

  private double squaresAtPerUnit(double lambda) {
    return curve
        .overContention(
            sigma -> curve.overCoherency(kappa -> curve.squares(lambda, sigma, kappa)).value())
        .value();
  }

  private Estimate perUnit(double best) {
    double greatest = FARTHEST * best;
    Range range = range(this::squaresAtPerUnit, best, greatest);
    return new Estimate(best, range, range.low() > 0 && range.high() < greatest);
  }

  private Estimate contention() {
    Range range = range(this::squaresAtContention, contention, 1);
    return new Estimate(contention, range, range.low() > 0 || range.high() < 1);
  }

  private Estimate coherency() {
    Range range = range(this::squaresAtCoherency, coherency, FARTHEST);
    return new Estimate(coherency, range, range.high() < FARTHEST);
  }

  private Range range(DoubleUnaryOperator profile, double best, double greatest) {
    return new Range(
        Math.min(best, border(profile, best, 0)), Math.max(best, border(profile, best, greatest)));
  }

  private Estimate peak(double peak) {
    Range range = peaks(peak);
    return new Estimate(peak, range, Double.isFinite(range.high()));
  }

  /** The point where the profile passes its limit; otherwise the end itself. */
  private double border(DoubleUnaryOperator profile, double inside, double end) {
    if (profile.applyAsDouble(end) <= most) {
      return end;
    }
    double in = inside;
    double out = end;
    for (int i = 0; i < HALVINGS && Math.abs(out - in) > 1e-7 * Math.abs(in); i++) {
      double middle = (in + out) / 2;
      if (profile.applyAsDouble(middle) <= most) {
        in = middle;
      } else {
        out = middle;
      }
    }
    return in;
  }

  /**
   * The interval of the peak, on a scale of ratios, since it may be anywhere and has no upper end.
   */
  private Range peaks(double peak) {
    double far = FAR * curve.largestSize();
    double best = Math.log(Math.max(NEAR, Math.min(peak, far)));
    DoubleUnaryOperator profile = log -> curve.squaresWithPeak(Math.exp(log));
    boolean endless = squaresAtCoherency(0) <= most;
    double high =
        endless ? Double.POSITIVE_INFINITY : Math.exp(border(profile, best, Math.log(far)));
    double low = Math.exp(border(profile, best, Math.log(NEAR)));
    return new Range(Math.min(peak, low), Math.max(peak, high));
  }

  /** Decides whether the data also fit without cost, or with equal costs of both kinds. */
  private Limit limit() {
    if (curve.squares(0, 0) <= most) {
      return Limit.NONE;
    }
    double largest = curve.largestSize();
    double equal = curve.overCoherency(kappa -> curve.squares(kappa * largest, kappa)).value();
    if (equal <= most) {
      return Limit.UNDECIDED;
    }
    return contention > coherency * largest ? Limit.CONTENTION : Limit.COHERENCY;
  }
}
