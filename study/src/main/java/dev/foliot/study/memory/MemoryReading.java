package dev.foliot.study.memory;

import dev.foliot.store.study.Metric;
import dev.foliot.store.study.StudyCollection;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyMemory;
import dev.foliot.store.study.StudySample;
import dev.foliot.study.ForkReading;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Computes the memory figures of a fork. Pure. */
public final class MemoryReading {
  private static final double MOST_UNATTRIBUTED = 0.1;
  private static final double MS = 1e6;

  private MemoryReading() {}

  /** Adds the parts of memory to a fork, if requested. */
  public static void read(ForkReading fork) {
    if (!fork.plan().measures().memory()) {
      return;
    }
    measures(fork.step(), fork.played().course(), fork.played().observed().collection())
        .forEach(fork::put);
    suspect(fork.get(Metric.UNATTRIBUTED_SHARE)).ifPresent(fork::suspect);
  }

  /**
   * The figures; unknown ones are absent.
   *
   * @param collection the result of a full collection after the load, null for none
   */
  static Map<Metric, Double> measures(
      StepPlan step, StudyCourse course, @Nullable StudyCollection collection) {
    Map<Metric, Double> measures = new LinkedHashMap<>();
    double endMs = step.durationNs() / MS;
    List<StudyMark> marks = step.marks();
    if (marks.size() > 1) {
      rss(course, marks.get(1).atMs())
          .ifPresent(rss -> measures.put(Metric.RSS_FIRST_END, (double) rss));
    }
    rss(course, endMs).ifPresent(rss -> measures.put(Metric.RSS_END, (double) rss));
    StudyMemory last = last(course);
    if (last == null) {
      return measures;
    }
    last.parts().forEach((part, bytes) -> measures.put(Metric.ofMemory(part), (double) bytes));
    Double direct = measures.get(Metric.DIRECT_END);
    if (direct != null && collection != null) {
      long fell = Math.max(0, collection.offHeapBeforeBytes() - collection.offHeapAfterBytes());
      measures.put(Metric.DIRECT_FELL, Math.min(direct, (double) fell));
    }
    measures.put(Metric.UNATTRIBUTED_SHARE, unattributed(last));
    return measures;
  }

  /** The last reading with the parts, taken right after the load. */
  private static @Nullable StudyMemory last(StudyCourse course) {
    return course.memory().reversed().stream()
        .filter(look -> look.residentBytes() != null && !look.parts().isEmpty())
        .findFirst()
        .orElse(null);
  }

  private static double unattributed(StudyMemory look) {
    Long all = look.residentBytes();
    return all == null || all == 0
        ? 0
        : (double) look.parts().getOrDefault("unattributed", 0L) / all;
  }

  /** From the last sample of a load, up to a moment. */
  private static OptionalLong rss(StudyCourse course, double atMs) {
    return course.samples().stream()
        .filter(sample -> sample.atMs() >= 0 && sample.atMs() <= atMs)
        .mapToLong(StudySample::rssBytes)
        .reduce((before, after) -> after);
  }

  /**
   * Why a split is SUSPECT; empty if it is not.
   *
   * @param share of unattributed memory; null if unknown
   */
  static Optional<Reason> suspect(@Nullable Double share) {
    return share == null || share <= MOST_UNATTRIBUTED
        ? Optional.empty()
        : Optional.of(new StudyReason.MemoryUnattributed(share, MOST_UNATTRIBUTED));
  }
}
