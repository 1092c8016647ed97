package dev.foliot.judgement.run;

import dev.foliot.judgement.RateKnee;
import dev.foliot.stats.Median;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Latency by rate, for one arm of a run.
 *
 * @param points from the lowest rate to the highest
 * @param knee of its response times
 */
public record Sweep(List<Point> points, RateKnee knee) {
  /** Keeps a copy. */
  public Sweep {
    points = List.copyOf(points);
  }

  /**
   * One rate.
   *
   * @param load the requested load
   * @param forks the number of forks
   * @param saturated the number of these that were SATURATED
   * @param verdict the worst of these, saturation aside; INVALID without forks
   * @param achievedPerS the median of their achieved rates
   * @param response by percentile, over the forks that are not INVALID
   */
  public record Point(
      LoadRecord load,
      int forks,
      int saturated,
      Verdict verdict,
      double achievedPerS,
      Map<String, Spread> response) {
    /** Whether at least half of the forks were SATURATED. */
    public boolean isSaturated() {
      return !load.isClosed() && rate().isSaturated();
    }

    private RateKnee.Rate rate() {
      return new RateKnee.Rate(forks, saturated, response);
    }
  }

  /**
   * The sweep of a stored run.
   *
   * @param arm index of the arm, from 0
   */
  public static Sweep of(RunRecord run, List<ForkRecord> forks, int arm) {
    List<Point> points = new ArrayList<>();
    for (int load = 0; load < run.loads().size(); load++) {
      points.add(point(run, forks, arm, load));
    }
    RateKnee knee = RateKnee.of(points.stream().map(Point::rate).toList());
    return new Sweep(points, knee);
  }

  private static Point point(RunRecord run, List<ForkRecord> forks, int arm, int load) {
    List<ForkRecord> there =
        forks.stream().filter(f -> f.place().arm() == arm && f.loadIndex() == load).toList();
    double[] achieved = there.stream().mapToDouble(one -> one.messages().achievedPerS()).toArray();
    return new Point(
        run.loads().get(load),
        there.size(),
        (int) there.stream().filter(RateKnee::isSaturated).count(),
        there.isEmpty()
            ? Verdict.INVALID
            : Validity.worst(there.stream().map(Saturation::aside).toList()).verdict(),
        achieved.length == 0 ? 0 : Median.of(achieved),
        run.spreads(arm, load, SummaryKey.RESPONSE));
  }
}
