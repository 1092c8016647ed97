package dev.foliot.study;

import dev.foliot.store.StudyCollection;
import dev.foliot.store.StudyCourse;
import dev.foliot.store.StudyMark;
import dev.foliot.store.StudyMemory;
import dev.foliot.store.StudySample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads what the study of memory asks off a fork. Pure. */
final class MemoryReading {
  static final String RSS_FIRST = "rss_first_end_bytes";
  static final String RSS_END = "rss_end_bytes";
  static final String DIRECT_END = "direct_end_bytes";
  static final String DIRECT_FELL = "direct_fell_bytes";
  static final String UNATTRIBUTED = "unattributed_share";

  private static final double MOST_UNATTRIBUTED = 0.1;
  private static final double MS = 1e6;

  private MemoryReading() {}

  /**
   * The figures, by name with their unit; those that are not known are absent.
   *
   * @param collection what a full collection after the load left, null if there was none
   */
  static Map<String, Double> measures(
      StepPlan step, StudyCourse course, @Nullable StudyCollection collection) {
    Map<String, Double> measures = new LinkedHashMap<>();
    double endMs = step.durationNs() / MS;
    List<StudyMark> marks = StudyRecords.marks(step);
    if (marks.size() > 1) {
      rss(course, marks.get(1).atMs()).ifPresent(rss -> measures.put(RSS_FIRST, (double) rss));
    }
    rss(course, endMs).ifPresent(rss -> measures.put(RSS_END, (double) rss));
    StudyMemory last = last(course);
    if (last == null) {
      return measures;
    }
    last.parts().forEach((part, bytes) -> measures.put(StudyMemory.measure(part), (double) bytes));
    Double direct = measures.get(DIRECT_END);
    if (direct != null && collection != null) {
      long fell = Math.max(0, collection.offHeapBeforeBytes() - collection.offHeapAfterBytes());
      measures.put(DIRECT_FELL, Math.min(direct, (double) fell));
    }
    measures.put(UNATTRIBUTED, unattributed(last));
    return measures;
  }

  /** The last look that knows the parts, which is taken right after the load. */
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

  /** By the last sample of a load, up to a moment. */
  private static OptionalLong rss(StudyCourse course, double atMs) {
    return course.samples().stream()
        .filter(sample -> sample.atMs() >= 0 && sample.atMs() <= atMs)
        .mapToLong(StudySample::rssBytes)
        .reduce((before, after) -> after);
  }

  /** Why a split is SUSPECT; empty where it is not. */
  static List<String> suspect(Map<String, Double> measures) {
    double share = measures.getOrDefault(UNATTRIBUTED, 0.0);
    return share <= MOST_UNATTRIBUTED
        ? List.of()
        : List.of(
            String.format(
                Locale.ROOT,
                "%.0f %% of the memory belongs to no part that HotSpot or the kernel knows (more"
                    + " than %.0f %%): a native library may have taken it",
                share * 100,
                MOST_UNATTRIBUTED * 100));
  }
}
