package dev.foliot.study.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.service.watch.FlightView;
import dev.foliot.service.watch.FlightView.PoolHang;
import dev.foliot.service.watch.FlightView.PoolResize;
import dev.foliot.service.watch.JvmEvents;
import dev.foliot.service.watch.JvmEvents.Collected;
import dev.foliot.service.watch.JvmEvents.Pinned;
import dev.foliot.store.study.StudyEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlightRowsTest {
  private static final long MS = 1_000_000;

  @Test
  void shouldTellEveryEventByTheBeginOfTheLoad() {
    FlightView seen =
        new FlightView(
            new FlightView.Collector(1, 2, 3, 4, 5),
            new FlightView.VirtualThreads(6, 7, 8),
            List.of(new PoolResize(1_100 * MS, "a pool", 3, 5, "tasks wait")),
            List.of(new PoolHang(1_400 * MS, "a pool", 8, 12, 3_000 * MS)),
            List.of(),
            new JvmEvents(
                List.of(new Collected(900 * MS, 3 * MS, 2 * MS, "G1New", "Allocation Failure")),
                List.of(new Pinned(1_300 * MS, 20 * MS)),
                List.of(1_200 * MS),
                0));

    assertThat(FlightRows.kept(FlightRows.all(seen, 1_000 * MS)))
        .containsExactly(
            StudyEvent.collection(-100, 3 * MS, 2 * MS, "G1New", "Allocation Failure"),
            StudyEvent.resize(100, "a pool", 3, 5, "tasks wait"),
            StudyEvent.submitFailed(200),
            StudyEvent.pinned(300, 20 * MS),
            StudyEvent.hang(400, "a pool", 8, 12, 3_000 * MS));
  }

  @Test
  void shouldTellNothingWithoutARecording() {
    assertThat(FlightRows.all(null, 0)).isEmpty();
  }

  @Test
  void shouldKeepRareKindsAndWhatWasUnderTheLoadWhereThereIsNoRoom() {
    List<StudyEvent> all = new ArrayList<>();
    for (int i = -StudyEvent.MOST; i < StudyEvent.MOST; i++) {
      all.add(StudyEvent.pinned(i, 1));
    }
    StudyEvent collection = StudyEvent.collection(-50_000, 1, 1, "G1New", "Allocation Failure");
    StudyEvent resize = StudyEvent.resize(50_000, "a pool", 3, 5, "tasks wait");
    all.add(collection);
    all.add(resize);

    List<StudyEvent> kept = FlightRows.kept(all);

    assertThat(kept).hasSize(StudyEvent.MOST).startsWith(collection).endsWith(resize);
    assertThat(kept.subList(1, kept.size() - 1))
        .extracting(StudyEvent::atMs)
        .isSorted()
        .startsWith(0.0, 1.0)
        .endsWith(StudyEvent.MOST - 3.0);
    assertThat(all.size() - kept.size()).isEqualTo(10_002);
  }
}
