package dev.foliot.service.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.TimelineRecord;
import dev.foliot.store.explain.TimelineSource;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LoadTimelineTest {
  private static Stop stop(long startNs, StopKind kind, String detail) {
    return new Stop(startNs, startNs + 10, 10, 1, kind, detail);
  }

  private static TimelineRecord record(Stop... stops) {
    return new TimelineRecord(
        TimelineRecord.SCHEMA,
        List.of(new TimelineSource("safepoints", 1, 100, null)),
        List.of(stops),
        3);
  }

  @Test
  void shouldChargeTheGeneratorWithAllThatStopsIt() {
    TimelineRecord joined =
        LoadTimeline.joined(
            record(stop(50, StopKind.GC_PAUSE, "G1"), stop(70, StopKind.MACHINE, "")),
            record(
                stop(20, StopKind.GC_PAUSE, "Copy"),
                stop(30, StopKind.RUN_QUEUE, "loop"),
                stop(40, StopKind.MACHINE, "")));

    assertThat(joined.stops())
        .containsExactly(
            stop(20, StopKind.GENERATOR, "gc-pause"),
            stop(30, StopKind.GENERATOR, "run-queue"),
            stop(50, StopKind.GC_PAUSE, "G1"));
    assertThat(joined.sources())
        .extracting(TimelineSource::name)
        .containsExactly("safepoints", "generator: safepoints");
    assertThat(joined.leftOut()).isEqualTo(6);
  }

  @Test
  void shouldHaveNothingOfAServerThatIsNotWatched() {
    TimelineRecord joined =
        LoadTimeline.joined(TimelineRecord.NONE, record(stop(20, StopKind.SAFEPOINT, "")));

    assertThat(joined.stops()).containsExactly(stop(20, StopKind.GENERATOR, "safepoint"));
    assertThat(joined.sources()).hasSize(1);
  }
}
