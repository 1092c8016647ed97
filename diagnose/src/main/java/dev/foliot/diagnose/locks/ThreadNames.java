package dev.foliot.diagnose.locks;

import dev.foliot.diagnose.time.ThreadObservations.Started;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Names the threads by which a JVM grows, for the finding that only counts them. Pure. */
final class ThreadNames {
  private static final int MOST = 3;

  private ThreadNames() {}

  /** The finding with the names of the new threads, where it is about their number. */
  static Finding added(Finding finding, Started started) {
    if (!(finding instanceof ResourceFinding growth)
        || finding.kind() != FindingKind.THREAD_GROWTH
        || started.stayed().isEmpty()) {
      return finding;
    }
    List<Map.Entry<String, Integer>> groups =
        started.stayed().entrySet().stream()
            .sorted(
                Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MOST)
            .toList();
    List<Evidence> evidence = new ArrayList<>(growth.evidence());
    for (Map.Entry<String, Integer> group : groups) {
      evidence.add(
          new Evidence("new threads " + group.getKey(), (double) group.getValue(), "at the end"));
    }
    return new ResourceFinding(
        growth.kind(),
        growth.grade(),
        started.place().orElse("threads " + groups.getFirst().getKey()),
        evidence,
        growth.advice());
  }
}
