package dev.foliot.report.bench;

import dev.foliot.report.page.Foreign;
import dev.foliot.stats.Median;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.SummaryKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forks of one arm under one load of one run: what a median is taken over.
 *
 * @param index among all of the page
 * @param name by what it differs from the others, "all forks" where there is one
 * @param run whose
 * @param arm index of the arm
 * @param load index of the load
 * @param forks by number, at least one
 */
public record Group(int index, String name, RunView run, int arm, int load, List<ForkView> forks) {
  private static final int COLOURS = 6;

  /** All groups of some runs, in the order of run, arm and load. */
  public static List<Group> of(List<RunView> runs) {
    List<Group> groups = new ArrayList<>();
    for (RunView run : runs) {
      RunRecord record = run.run();
      for (int arm = 0; arm < record.arms().size(); arm++) {
        for (int load = 0; load < record.loads().size(); load++) {
          List<ForkView> forks = run.forks(arm, load);
          if (!forks.isEmpty()) {
            groups.add(new Group(groups.size(), name(run, arm, load), run, arm, load, forks));
          }
        }
      }
    }
    return groups;
  }

  private static String name(RunView run, int arm, int load) {
    List<String> parts = new ArrayList<>();
    if (!run.letter().isEmpty()) {
      parts.add(run.letter());
    }
    if (run.run().arms().size() > 1) {
      parts.add(run.armName(arm));
    }
    if (run.run().loads().size() > 1) {
      parts.add(Foreign.text(run.run().loads().get(load).rate(), 40));
    }
    return parts.isEmpty() ? "all forks" : String.join(" · ", parts);
  }

  String key() {
    return "g" + index;
  }

  /** The class of its colour. */
  String colour() {
    return "c" + index % COLOURS;
  }

  LoadRecord loadRecord() {
    return run.run().loads().get(load);
  }

  /** Its forks whose figures count. */
  public List<ForkView> counting() {
    return forks.stream().filter(ForkView::counts).toList();
  }

  /** The percentiles that its forks recorded, in ascending order. */
  List<String> recorded() {
    return Percentiles.namesOf(
        forks.stream().map(fork -> fork.record().times().response()).toList());
  }

  /** What {@code run.json} says of a percentile, or what its forks say where it says nothing. */
  Spread spread(String kind, String percentile) {
    Spread stored = run.spread(arm, load, kind, percentile);
    return stored != null ? stored : fromForks(kind, percentile);
  }

  /** What stands for all forks: the median of a percentile, and the greatest maximum. */
  @Nullable Long shown(String kind, String name) {
    Spread spread = spread(kind, name);
    return name.equals("max") ? spread.max() : spread.median();
  }

  private Spread fromForks(String kind, String percentile) {
    List<Long> values = new ArrayList<>();
    List<ForkView> counting = counting();
    for (ForkView fork : counting) {
      Percentiles figures = figures(fork, kind);
      Long value = figures == null ? null : value(figures, percentile);
      if (value != null) {
        values.add(value);
      }
    }
    if (values.isEmpty() || values.size() < counting.size()) {
      return new Spread(null, null, null);
    }
    Collections.sort(values);
    long median = Math.round(Median.of(values.stream().mapToDouble(Long::doubleValue).toArray()));
    return new Spread(median, values.getFirst(), values.getLast());
  }

  /** The figures of a kind as {@code run.json} names it, or null where the fork has none. */
  static @Nullable Percentiles figures(ForkView fork, String kind) {
    String probe = SummaryKey.probeOf(kind);
    if (probe != null) {
      return fork.record().times().probes().get(probe);
    }
    return kind.equals("jitter") ? fork.record().pauses().jitter() : fork.figures(kind);
  }

  private static @Nullable Long value(Percentiles figures, String percentile) {
    return percentile.equals("max") ? figures.max() : figures.value(percentile);
  }
}
