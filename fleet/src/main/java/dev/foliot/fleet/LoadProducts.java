package dev.foliot.fleet;

/** Sums of squares and products of load and metric, by lifetime, for a slope within lifetimes. */
final class LoadProducts {
  private static final int FEWEST_WINDOWS = 3;

  private final double[] xx;
  private final double[] xy;
  private final double[] yy;

  private LoadProducts(int lifetimes) {
    xx = new double[lifetimes];
    xy = new double[lifetimes];
    yy = new double[lifetimes];
  }

  /** Over windows, from panels without their means. */
  static LoadProducts ofWindows(Panel load, Panel metric) {
    LoadProducts products = new LoadProducts(load.lifetimes());
    for (int lifetime = 0; lifetime < load.lifetimes(); lifetime++) {
      if (load.values(lifetime).length < FEWEST_WINDOWS) {
        continue;
      }
      for (int window = 0; window < load.windows(); window++) {
        double x = load.at(lifetime, window);
        double y = metric.at(lifetime, window);
        if (!Double.isNaN(x) && !Double.isNaN(y)) {
          products.add(lifetime, x * x, x * y, y * y);
        }
      }
    }
    return products;
  }

  /** Over the points within windows. */
  static LoadProducts ofPoints(FleetSums sums) {
    LoadProducts products = new LoadProducts(sums.lifetimes());
    for (int lifetime = 0; lifetime < sums.lifetimes(); lifetime++) {
      for (int window = 0; window < sums.windows(); window++) {
        FleetSums.Cell cell = sums.cell(lifetime, window);
        if (cell.n() >= 2) {
          products.add(
              lifetime,
              Math.max(0, cell.xx() - cell.x() * cell.meanLoad()),
              cell.xy() - cell.x() * cell.mean(),
              Math.max(0, cell.yy() - cell.y() * cell.mean()));
        }
      }
    }
    return products;
  }

  /**
   * The expected {@link #ofWindows} if a window's points were independent noise around a constant.
   */
  static LoadProducts ofNoise(FleetSums sums) {
    LoadProducts products = new LoadProducts(sums.lifetimes());
    for (int lifetime = 0; lifetime < sums.lifetimes(); lifetime++) {
      for (int window = 0; window < sums.windows(); window++) {
        FleetSums.Cell cell = sums.cell(lifetime, window);
        if (cell.n() >= 2) {
          double times = 1.0 / cell.n() / (cell.n() - 1);
          products.add(
              lifetime,
              times * Math.max(0, cell.xx() - cell.x() * cell.meanLoad()),
              times * (cell.xy() - cell.x() * cell.mean()),
              times * Math.max(0, cell.yy() - cell.y() * cell.mean()));
        }
      }
    }
    return products;
  }

  private void add(int lifetime, double xx, double xy, double yy) {
    this.xx[lifetime] += xx;
    this.xy[lifetime] += xy;
    this.yy[lifetime] += yy;
  }

  /** The difference of two sums; squares stay at zero or above. */
  LoadProducts less(LoadProducts others) {
    LoadProducts less = new LoadProducts(xx.length);
    for (int i = 0; i < xx.length; i++) {
      if (xx[i] > others.xx[i]) {
        less.add(i, xx[i] - others.xx[i], xy[i] - others.xy[i], Math.max(0, yy[i] - others.yy[i]));
      }
    }
    return less;
  }

  /** The share of the load's squares beyond the other's. */
  double shareBeyond(LoadProducts others) {
    double all = 0;
    double part = 0;
    for (int i = 0; i < xx.length; i++) {
      // a lifetime with few windows has none of these, but may have noise
      if (xx[i] > 0) {
        all += xx[i];
        part += others.xx[i];
      }
    }
    return all > 0 ? 1 - part / all : 0;
  }

  /**
   * The slope: the median of the lifetimes' slopes, weighted by their load's squares. An unusual
   * node does not change it much.
   */
  Slope slope(String how) {
    double[] slopes = new double[xx.length];
    double[] weights = new double[xx.length];
    double[] explained = new double[xx.length];
    for (int i = 0; i < xx.length; i++) {
      weights[i] = xx[i];
      slopes[i] = xx[i] > 0 ? xy[i] / xx[i] : 0;
    }
    double slope = Robust.weightedMedian(slopes, weights);
    if (!Double.isFinite(slope)) {
      return Slope.NONE;
    }
    for (int i = 0; i < xx.length; i++) {
      // with the noise subtracted, random errors may make the rest negative
      double left = Math.max(0, yy[i] - 2 * slope * xy[i] + slope * slope * xx[i]);
      explained[i] = yy[i] > 0 ? 1 - left / yy[i] : 0;
    }
    return new Slope(
        slope, error(slopes, weights, slope), Robust.weightedMedian(explained, weights), how);
  }

  /**
   * The error of a weighted median, from the spread of the lifetimes' slopes. Outliers count as
   * three sigma.
   */
  private static double error(double[] slopes, double[] weights, double slope) {
    double[] away = new double[slopes.length];
    for (int i = 0; i < away.length; i++) {
      away[i] = Math.abs(slopes[i] - slope);
    }
    double most = 3 * 1.4826 * Robust.weightedMedian(away, weights);
    double squares = 0;
    double weight = 0;
    for (int i = 0; i < away.length; i++) {
      double term = weights[i] * Math.min(most, away[i]);
      squares += term * term;
      weight += weights[i];
    }
    return Centres.MEDIAN_TO_MEAN * Math.sqrt(squares) / weight;
  }
}
