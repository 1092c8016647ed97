package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlightEventsPageTest {
  private static final String PAUSES = "Collections: stopped per second";
  private static final String POOLS = "What pools told the flight recorder";
  private static final String PINNED =
      "Virtual threads: pinned for over 1 ms, dashed not scheduled";
  private static final String EVENTS =
      """
      at_ms,event,duration_ns,pause_ns,name,from,to,running,queued,reason
      -250.0,pool_resize,,,orders,2,3,,,grow in the warm-up
      1450.0,collection,9000000,8000000,G1New,,,,,G1 Evacuation Pause
      1200.0,pool_resize,,,"<img src=x>",3,5,,,"'=grow: ""tasks"" wait <script>"
      1300.0,pool_hang,3000000000,,orders,,,8,12,
      1460.0,pinned,20000000,,,,,,,
      1470.0,submit_failed,,,,,,,,
      1500.0,of a later version,,,,,,,,
      """;

  @TempDir Path temp;

  /** Of the two arms only the second has decisions that the service told. */
  @Test
  void shouldShowCollectionsOverTimeAndWhatPoolsToldNobodyElse() throws IOException {
    String html = StudyPages.html(List.of(recorded("throughput")));

    assertThat(html)
        .contains(PAUSES, POOLS)
        .as("of 80 ms, and a second")
        .contains(">8.00\u00a0ms<", ">100\u00a0ms<")
        .contains(PINNED, "Carriers that pinned virtual threads blocked");
    assertThat(Html.rowOf(html, "s0-pinned-3-table", "1.5\u00a0s"))
        .as("one in 80 ms, pinned or not scheduled")
        .contains(">12.5/s<");
    assertThat(Html.rowOf(html, "s0-blocked-3-table", "1.5\u00a0s"))
        .as("20 of these ms")
        .contains(">0.25<");
    assertThat(Html.rowOf(html, "s0-pool-events", "mine"))
        .contains(">-0.250\u00a0s<", ">orders<", ">2<", ">3<", ">grow in the warm-up<");
    assertThat(html)
        .contains("&lt;script&gt;")
        .doesNotContain("<img", "wait <script>")
        .contains("hangs: none of 8\u00a0tasks ends, and 12 wait, the first for 3.00\u00a0s");
    assertThat(Html.rowOf(html, "s0-pool-events", "adaptive"))
        .contains(">1.300\u00a0s<", "hangs: ")
        .doesNotContain("grow");
  }

  @ParameterizedTest
  @ValueSource(strings = {"throughput", "ramp-up", "memory", "short-tasks", "scaling", "other"})
  void shouldHaveNoneOfItOnThePageOfARunWithoutEvents(String study) throws IOException {
    StoredRun run = recorded(study);
    assertThat(StudyPages.html(List.of(run))).contains(POOLS);

    for (int fork : run.forkNumbers()) {
      Path events = events(run, fork);
      Files.writeString(events, Files.readAllLines(events).getFirst() + "\n");
    }

    assertThat(StudyPages.html(List.of(run))).doesNotContain(PAUSES, POOLS, PINNED);
  }

  private static Path events(StoredRun run, int fork) {
    return run.forkPath(fork).resolve("flight-events.csv");
  }

  private StoredRun recorded(String study) throws IOException {
    StoredRun run = new SimulatedStudy(study).arms("mine", "adaptive").forks(1).write(temp);
    for (int fork : run.forkNumbers()) {
      Files.writeString(events(run, fork), EVENTS);
    }
    return run;
  }
}
