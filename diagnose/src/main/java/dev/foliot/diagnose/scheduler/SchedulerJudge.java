package dev.foliot.diagnose.scheduler;

import dev.foliot.store.ResourceFinding;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What of all that was seen is worth a word. Pure. */
final class SchedulerJudge {
  private SchedulerJudge() {}

  /** The findings, the gravest first. */
  static List<ResourceFinding> findings(Seen seen) {
    Stream<ResourceFinding> parked = seen.parked().stream().flatMap(ParkedWorker::of);
    Stream<Optional<ResourceFinding>> others =
        Stream.of(
            LostTime.throttling(seen),
            RunQueueWait.of(seen),
            LateWakeUps.of(seen),
            LostTime.steal(seen),
            Migrations.of(seen));
    return Stream.concat(parked, others.flatMap(Optional::stream))
        .sorted(Comparator.comparing(ResourceFinding::severity))
        .toList();
  }
}
