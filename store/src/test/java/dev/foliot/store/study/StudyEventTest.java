package dev.foliot.store.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.Examples;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyEventTest {
  private static final List<StudyEvent> EVENTS =
      List.of(
          StudyEvent.collection(-1_500.5, 2_000_000, 1_500_000, "G1New", "G1 Evacuation Pause"),
          StudyEvent.pinned(12.25, 20_000_000),
          StudyEvent.submitFailed(13),
          StudyEvent.resize(100, "@SUM(1,2)", 3, 5, "=1+1, \"quoted\"\nand more"),
          StudyEvent.hang(200, "-pool", 8, 12, 3_000_000_000L));

  @TempDir Path temp;

  @Test
  void shouldGiveBackEventsWhateverTheirTexts() {
    assertThat(StudyFiles.course(written(), 1).events()).isEqualTo(EVENTS);
  }

  @Test
  void shouldLetNoTextBeAFormula() throws IOException {
    assertThat(Files.readString(file(written())))
        .startsWith("at_ms,event,duration_ns,pause_ns,name,from,to,running,queued,reason\n")
        .contains("-1500.5,collection,2000000,1500000,G1New,,,,,G1 Evacuation Pause\n")
        .contains(",\"'@SUM(1,2)\",3,5,,,\"'=1+1, \"\"quoted\"\"\nand more\"\n")
        .contains("200.0,pool_hang,3000000000,,\"'-pool\",,,8,12,\n");
  }

  @Test
  void shouldOpenForksWithOtherEvents() throws IOException {
    StoredRun stored = written();
    Files.writeString(
        file(stored),
        """
        at_ms,event,duration_ns,pause_ns,name,from,to,running,queued,reason,later
        1,a new one,,,,,,,,,2
        """);
    assertThat(StudyFiles.course(stored, 1).events())
        .containsExactly(new StudyEvent(1, "a new one", null, null, "", StudyEvent.Pool.NONE, ""));
  }

  private static Path file(StoredRun stored) {
    return stored.forkPath(1).resolve("flight-events.csv");
  }

  private StoredRun written() {
    Store store = new Store(temp, () -> Instant.parse("2026-11-25T01:00:00Z"), new Random(1));
    RunFolder folder = store.begin("bench");
    try (ForkFolder fork = folder.beginFork(1)) {
      StudyFiles.write(
          fork,
          point(),
          new StudyCourse(List.of(), List.of(), List.of(), List.of(), List.of(), EVENTS));
      fork.commit(Examples.fork(1));
    }
    folder.write(Examples.run(folder.id()));
    return store.find(folder.id());
  }

  private static StudyPoint point() {
    return new StudyPoint(
        new StudyPoint.Cell("adaptive", 0, null, 300, 1),
        StudyPoint.Answered.of(0),
        StudyPoint.Used.UNKNOWN,
        MetricValues.NONE,
        StudyPoint.Observed.NOTHING,
        StudyPoint.Trust.of(Validity.valid()),
        StudyPoint.Placement.NONE);
  }
}
