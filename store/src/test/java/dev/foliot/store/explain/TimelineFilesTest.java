package dev.foliot.store.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Examples;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.Json;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TimelineFilesTest {
  private static final Stop GC = new Stop(100, 140, 40, 1, StopKind.GC_PAUSE, "Copy");
  private static final Stop SHORT = new Stop(200, 210, 10, 1, StopKind.GC_PAUSE, "Copy");

  private static final TimelineRecord TIMELINE =
      new TimelineRecord(
          TimelineRecord.SCHEMA,
          List.of(new TimelineSource("safepoints", 1_000_000, 30, null)),
          List.of(GC, SHORT, new Stop(300, 340, 40, 1, StopKind.GENERATOR, "run-queue")),
          2);

  @TempDir Path folder;

  private interface Writing {
    void write(ForkFolder fork);
  }

  private StoredRun stored(Writing writing) {
    Store store = Store.open(folder);
    RunFolder run = store.begin("bench");
    try (ForkFolder fork = run.beginFork(1)) {
      writing.write(fork);
      fork.commit(Examples.fork(1));
    }
    run.write(Examples.run(run.id()));
    return store.find(run.id());
  }

  @Test
  void shouldReadWhatWasWritten() {
    assertThat(TimelineFiles.read(stored(fork -> TimelineFiles.write(fork, TIMELINE)), 1))
        .contains(TIMELINE);
    assertThat(TimelineFiles.read(stored(fork -> {}), 1)).isEmpty();
  }

  @Test
  void shouldReadAStopOfEachKind() {
    List<Stop> stops = new ArrayList<>();
    for (StopKind kind : StopKind.values()) {
      stops.add(new Stop(100, 140, 40, 1, kind, kind.code()));
    }
    TimelineRecord timeline =
        new TimelineRecord(TimelineRecord.SCHEMA, TIMELINE.sources(), stops, 0);

    assertThat(TimelineFiles.read(stored(fork -> TimelineFiles.write(fork, timeline)), 1))
        .contains(timeline);
  }

  @ParameterizedTest
  @EnumSource
  void shouldReadACauseOfEachKind(StopKind kind) throws IOException {
    Stop stop = new Stop(1, 9, 8, 1, kind, "acme.Ledger.add:7");
    RecordedStops recorded =
        new RecordedStops(
            RecordedStops.SCHEMA, TIMELINE.sources(), List.of(new ThreadStop(7, stop, true, 3)), 0);
    ExplanationRecord explanation =
        new ExplanationRecord(
            ExplanationRecord.SCHEMA,
            new ExplanationRecord.Scope("20261101-100000-bmgc", 1, 2),
            List.of(new CauseRecord(kind, 0.5, 1, 2, 9, 1, 8, "")),
            0.5,
            TIMELINE.sources(),
            new ExplanationRecord.Example(1, 0, 1, 9, List.of(stop)),
            null);
    Path file = folder.resolve("explanation.json");
    Files.writeString(file, Json.text(explanation.with(explanation)));

    assertThat(TimelineFiles.recorded(stored(fork -> TimelineFiles.write(fork, recorded)), 1))
        .isEqualTo(recorded);
    assertThat(Json.read(file, ExplanationRecord.class, ExplanationRecord.SCHEMA))
        .isEqualTo(explanation.with(explanation));
  }

  @Test
  void shouldChooseByKindLengthAndTime() {
    assertThat(TIMELINE.stops(EnumSet.of(StopKind.GC_PAUSE), 20)).containsExactly(GC);
    assertThat(TIMELINE.within(141, 299).stops()).containsExactly(SHORT);
    assertThat(TIMELINE.within(140, 200).stops()).containsExactly(GC, SHORT);
    assertThat(GC.within(0, 120)).isEqualTo(20);
    assertThat(GC.within(150, 200)).isZero();
  }

  @Test
  void shouldKeepTheRecordedForkApart() {
    RecordedStops recorded =
        new RecordedStops(
            RecordedStops.SCHEMA,
            List.of(new TimelineSource("flight recording: locks", 0, 1, null)),
            List.of(
                new ThreadStop(
                    7, new Stop(1, 9, 8, 1, StopKind.MONITOR, "acme.Ledger.add:7"), true, 3),
                // without a path, as of benches
                new ThreadStop(7, new Stop(1, 9, 8, 1, StopKind.MONITOR, "acme.Ledger.add:7"))),
            0);
    Store store = Store.open(folder);
    RunFolder run = store.begin("bench");
    try (ForkFolder fork = run.beginFork(1)) {
      fork.commit(Examples.fork(1));
    }
    run.write(Examples.run(run.id()));
    assertThat(store.find(run.id()).recorded()).isEmpty();
    try (ForkFolder fork = run.beginRecorded(1)) {
      TimelineFiles.write(fork, recorded);
      fork.commit(Examples.fork(1));
    }

    StoredRun stored = store.find(run.id());
    StoredRun extra = stored.recorded().orElseThrow();
    assertThat(stored.forkNumbers()).containsExactly(1);
    assertThat(TimelineFiles.recorded(stored, 1)).isEqualTo(RecordedStops.NONE);
    assertThat(extra.forkNumbers()).containsExactly(1);
    assertThat(TimelineFiles.recorded(extra, 1)).isEqualTo(recorded);
    assertThat(extra.recorded()).isEmpty();
  }
}
