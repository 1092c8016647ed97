package dev.foliot.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.lab.load.LoadResult;
import dev.foliot.lab.load.PhaseResult;
import dev.foliot.lab.watch.ProcessSample;
import dev.foliot.lab.watch.Watched;
import dev.foliot.linux.Reading;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CellReadingTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void shouldTellWhatWasSeenAndWhatCouldNotBe() {
    CellOutcome.Played played = played(Measures.usual(StudyName.THROUGHPUT));

    assertThat(played.watch()).isNotNull();
    assertThat(played.course().samples()).hasSize(2);
    assertThat(played.unavailable()).singleElement().asString().startsWith("run-queue wait: ");
  }

  /** Two samples are there all the same, at both ends of the watch; they are nobody's figures. */
  @Test
  void shouldLeaveOutWhatNobodyAskedFor() {
    CellOutcome.Played played = played(Measures.of(List.of(Measure.THROUGHPUT)));

    assertThat(played.watch()).isNull();
    assertThat(played.course().samples()).isEmpty();
    assertThat(played.unavailable()).isEmpty();
    assertThat(played.load().ok()).isEqualTo(10);
  }

  private static CellOutcome.Played played(Measures measures) {
    PhaseResult load =
        new PhaseResult(
            "load",
            "closed",
            "closed loop, 1 client",
            0,
            SECOND,
            10,
            10,
            10,
            Map.of(),
            0,
            10,
            Map.of(),
            Map.of(),
            List.of(),
            KernelView.none(List.of()),
            null,
            Validity.valid());
    LoadResult result =
        new LoadResult("http://127.0.0.1:1", 0, 0, 1, 1, 1, 1, "epoll", List.of(load));
    Watched watched =
        new Watched(List.of(sample(0), sample(SECOND)), List.of(), notAsked(), notAsked(), false);
    return new CellReading(result, watched, ThreadsWatch.notAsked(), 0, measures)
        .outcome(null, List.of());
  }

  private static ProcessSample sample(long atNs) {
    return new ProcessSample(atNs, atNs / 2, 0, 0, 0, null, 0, 0, 1, 20, 1, 1_000_000);
  }

  private static <T> Reading<T> notAsked() {
    return Reading.unavailable("it was not asked for", "ask for it in the plan of the watch");
  }
}
