package dev.foliot.fleet.level;

import dev.foliot.fleet.sums.FleetSums;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Fits a {@link LoadCurve} within lifetimes, from how a lifetime's metric moves with its own load.
 *
 * <p>Least squares over windows without the means of lifetimes (and of windows, if the time is
 * fixed) [1]. The noise of points, which would flatten the curve, is subtracted from the products
 * [2]. Lifetimes far from the curve are left out, by their squares with that noise: what is left
 * after subtraction may be next to nothing, and would choose lifetimes by their luck. The errors
 * allow for any dependence within a lifetime [3]. Terms that are not significant are dropped, the
 * highest power first.
 *
 * <p>[1] Hsiao, "Analysis of Panel Data", 3rd ed., 2014, chapter 3. [2] Fuller, "Measurement Error
 * Models", 1987, section 2.2. [3] Arellano, "Computing Robust Standard Errors for Within-Groups
 * Estimators", Oxford Bulletin of Economics and Statistics 49, 1987.
 */
final class CurveFit {
  private static final int FEWEST_WINDOWS = 3;
  private static final int FEWEST_LIFETIMES = 3;
  private static final int ROUNDS = 4;

  /** The mean square of a lifetime far from the curve, in those of the median lifetime. */
  private static final double FAR = 9;

  private static final double LEAST_ERRORS = 4;
  private static final double LEAST_EXPLAINED = 0.01;

  /** The least share of the load's variation beyond the noise of points. */
  private static final double BEYOND_NOISE = 0.5;

  private final FleetSums sums;
  private final Loads loads;
  private final boolean inverse;
  private final Panel y;
  private final Panel[] x = new Panel[LoadCurve.MOST_TERMS];
  private final boolean corrected;
  private final String how;

  /**
   * Prepares a fit.
   *
   * @param timeFixed whether to remove what all nodes do at the same time
   */
  CurveFit(FleetSums sums, Panel metric, Loads loads, boolean timeFixed) {
    this.sums = sums;
    this.loads = loads;
    inverse = sums.inverseLoad();
    y = demeaned(metric, timeFixed);
    for (int k = 0; k < x.length; k++) {
      int term = k;
      x[k] =
          demeaned(
              loads.busy().map((i, w, r) -> LoadCurve.term(inverse, term, r / loads.reference())),
              timeFixed);
    }
    corrected = beyondNoise() >= BEYOND_NOISE;
    how =
        "within lifetimes, "
            + (timeFixed ? "at the same time" : "over time")
            + (corrected ? ", less the noise of points" : ", from fluctuations of the load");
  }

  private static Panel demeaned(Panel panel, boolean timeFixed) {
    return timeFixed ? Demeaned.byLifetimeAndWindow(panel) : Demeaned.byLifetime(panel);
  }

  /** The share of the load's variation that the noise of points does not explain. */
  private double beyondNoise() {
    double all = 0;
    double part = 0;
    for (int i = 0; i < y.lifetimes(); i++) {
      Products products = new Products(i, 1);
      if (products.count >= FEWEST_WINDOWS) {
        all += products.all.xx[0][0];
        part += products.noise.xx[0][0];
      }
    }
    return all > 0 ? 1 - part / all : 0;
  }

  /** The curve; {@link LoadCurve#NONE} if the metric does not follow the load. */
  LoadCurve curve() {
    for (int terms = LoadCurve.MOST_TERMS; terms > 0; terms--) {
      LoadCurve curve = curve(terms);
      if (curve.applies()
          && curve.explained() > LEAST_EXPLAINED
          && Math.abs(curve.terms()[terms - 1])
              > LEAST_ERRORS * Math.sqrt(curve.covariance()[terms - 1][terms - 1])) {
        return curve;
      }
    }
    return LoadCurve.NONE;
  }

  private LoadCurve curve(int terms) {
    Products[] products =
        IntStream.range(0, y.lifetimes())
            .mapToObj(i -> new Products(i, terms))
            .filter(one -> one.count >= FEWEST_WINDOWS)
            .toArray(Products[]::new);
    Products[] kept = products;
    double[] b = {};
    for (int round = 0; round < ROUNDS; round++) {
      if (kept.length < FEWEST_LIFETIMES) {
        return LoadCurve.NONE;
      }
      b = solution(kept, terms);
      if (b.length == 0) {
        return LoadCurve.NONE;
      }
      double[] fitted = b;
      double[] squares = Arrays.stream(products).mapToDouble(one -> one.square(fitted)).toArray();
      double[] weights = Arrays.stream(products).mapToDouble(one -> one.count).toArray();
      double most = FAR * Robust.weightedMedian(squares, weights);
      IntPredicate near = i -> squares[i] <= most;
      Products[] before = products;
      kept =
          IntStream.range(0, before.length)
              .filter(near)
              .mapToObj(i -> before[i])
              .toArray(Products[]::new);
    }
    return of(kept, b, terms);
  }

  private LoadCurve of(Products[] kept, double[] b, int terms) {
    double[][] inverted = inverted(sum(kept, terms));
    double[][] meat = new double[terms][terms];
    double all = 0;
    double left = 0;
    for (Products one : kept) {
      double[] score = one.score(b);
      for (int k = 0; k < terms; k++) {
        for (int l = 0; l < terms; l++) {
          meat[k][l] += score[k] * score[l];
        }
      }
      all += one.product(-1, -1);
      left += one.left(b);
    }
    if (inverted.length == 0) {
      return LoadCurve.NONE;
    }
    double few = (double) kept.length / (kept.length - 1);
    double[][] covariance = times(times(inverted, meat), inverted);
    for (double[] row : covariance) {
      for (int l = 0; l < terms; l++) {
        row[l] *= few;
      }
    }
    double explained = all > 0 ? Math.clamp(1 - left / all, 0, 1) : 0;
    return new LoadCurve(inverse, loads.reference(), b, covariance, explained, how);
  }

  private static double[][] sum(Products[] kept, int terms) {
    double[][] xx = new double[terms][terms];
    for (Products one : kept) {
      for (int k = 0; k < terms; k++) {
        for (int l = 0; l < terms; l++) {
          xx[k][l] += one.product(k, l);
        }
      }
    }
    return xx;
  }

  /** The coefficients; empty if the load does not vary enough for so many. */
  private static double[] solution(Products[] kept, int terms) {
    double[][] inverted = inverted(sum(kept, terms));
    double[] b = new double[inverted.length];
    for (Products one : kept) {
      for (int k = 0; k < b.length; k++) {
        for (int l = 0; l < b.length; l++) {
          b[k] += inverted[k][l] * one.product(l, -1);
        }
      }
    }
    return b;
  }

  private static double[][] times(double[][] a, double[][] b) {
    double[][] product = new double[a.length][a.length];
    for (int k = 0; k < a.length; k++) {
      for (int l = 0; l < a.length; l++) {
        for (int m = 0; m < a.length; m++) {
          product[k][l] += a[k][m] * b[m][l];
        }
      }
    }
    return product;
  }

  /** The inverse by Gauss and Jordan, after scaling; empty if the matrix is nearly singular. */
  private static double[][] inverted(double[][] matrix) {
    int n = matrix.length;
    double[] scale = new double[n];
    double[][] rows = new double[n][2 * n];
    for (int k = 0; k < n; k++) {
      if (!(matrix[k][k] > 0)) {
        return new double[0][0];
      }
      scale[k] = Math.sqrt(matrix[k][k]);
    }
    for (int k = 0; k < n; k++) {
      for (int l = 0; l < n; l++) {
        rows[k][l] = matrix[k][l] / scale[k] / scale[l];
      }
      rows[k][n + k] = 1;
    }
    for (int k = 0; k < n; k++) {
      double pivot = rows[k][k];
      if (!(pivot > 1e-9)) {
        return new double[0][0];
      }
      for (int column = 0; column < 2 * n; column++) {
        rows[k][column] /= pivot;
      }
      for (int other = 0; other < n; other++) {
        double factor = rows[other][k];
        for (int column = 0; other != k && column < 2 * n; column++) {
          rows[other][column] -= factor * rows[k][column];
        }
      }
    }
    double[][] inverse = new double[n][n];
    for (int k = 0; k < n; k++) {
      for (int l = 0; l < n; l++) {
        inverse[k][l] = rows[k][n + l] / scale[k] / scale[l];
      }
    }
    return inverse;
  }

  /** Sums of squares and products of the terms and the metric. */
  private static final class Sums {
    private final double[][] xx;
    private final double[] xy;
    private double yy;

    Sums(int terms) {
      xx = new double[terms][terms];
      xy = new double[terms];
    }

    /** A product; the index of the metric itself is -1. */
    double of(int k, int l) {
      return k < 0 ? yy : l < 0 ? xy[k] : xx[k][l];
    }
  }

  /** Sums over the windows of a lifetime, and what the noise of points adds to them. */
  private final class Products {
    private final int terms;
    private final Sums all;
    private final Sums noise;
    private final int count;

    Products(int lifetime, int terms) {
      this.terms = terms;
      all = new Sums(terms);
      noise = new Sums(terms);
      int windows = 0;
      double[] at = new double[terms];
      for (int window = 0; window < y.windows(); window++) {
        double value = y.at(lifetime, window);
        for (int k = 0; k < terms; k++) {
          at[k] = x[k].at(lifetime, window);
        }
        if (Double.isNaN(value) || Double.isNaN(at[0])) {
          continue;
        }
        windows++;
        all.yy += value * value;
        noise.yy += noise(lifetime, window, -1, -1);
        for (int k = 0; k < terms; k++) {
          all.xy[k] += at[k] * value;
          noise.xy[k] += noise(lifetime, window, k, -1);
          for (int l = 0; l < terms; l++) {
            all.xx[k][l] += at[k] * at[l];
            noise.xx[k][l] += noise(lifetime, window, k, l);
          }
        }
      }
      count = windows;
    }

    /** A product less its noise. The lifetime's mean takes a window's part of the noise along. */
    double product(int k, int l) {
      return all.of(k, l) - (corrected ? (1 - 1.0 / count) * noise.of(k, l) : 0);
    }

    /** The mean square around a curve, with the noise. */
    double square(double[] b) {
      double square = all.yy;
      for (int k = 0; k < terms; k++) {
        square -= 2 * b[k] * all.xy[k];
        for (int l = 0; l < terms; l++) {
          square += b[k] * b[l] * all.xx[k][l];
        }
      }
      return Math.max(0, square) / count;
    }

    /** The sum of squares around a curve without the noise; an estimate, so it may be negative. */
    double left(double[] b) {
      double left = product(-1, -1);
      for (int k = 0; k < terms; k++) {
        left -= 2 * b[k] * product(k, -1);
        for (int l = 0; l < terms; l++) {
          left += b[k] * b[l] * product(k, l);
        }
      }
      return left;
    }

    double[] score(double[] b) {
      double[] score = new double[terms];
      for (int k = 0; k < terms; k++) {
        score[k] = product(k, -1);
        for (int l = 0; l < terms; l++) {
          score[k] -= product(k, l) * b[l];
        }
      }
      return score;
    }
  }

  /**
   * What the noise of points adds to a product of terms in a window, if its points are independent
   * noise around a constant. The index of the metric itself is -1.
   */
  private double noise(int lifetime, int window, int k, int l) {
    FleetSums.Cell cell = sums.cell(lifetime, window);
    if (cell.n() < 2) {
      return 0;
    }
    double times = 1.0 / cell.n() / (cell.n() - 1);
    if (k < 0) {
      return times * Math.max(0, cell.yy() - cell.y() * cell.mean());
    }
    double r = loads.busy().at(lifetime, window);
    return l < 0
        ? times * change(k, r) * (cell.xy() - cell.x() * cell.mean())
        : times * change(k, r) * change(l, r) * Math.max(0, cell.xx() - cell.x() * cell.meanLoad());
  }

  /** The derivative of a term by the load as the cells have it. */
  private double change(int term, double r) {
    double u = r / loads.reference();
    if (!inverse) {
      return (term + 1) * Math.pow(u, term) / loads.reference();
    }
    return term == 0 ? loads.reference() : -term * Math.pow(u, term) * r;
  }
}
