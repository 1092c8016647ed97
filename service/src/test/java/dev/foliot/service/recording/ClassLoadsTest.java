package dev.foliot.service.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClassLoadsTest {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;
  private static final long LEAST_NS = 20 * MS;

  private static ThreadStop load(long thread, long atUs, long us, String place) {
    long startNs = atUs * US;
    return new ThreadStop(
        thread,
        new Stop(startNs, startNs + us * US, us * US, US, StopKind.CLASS_LOADING, place),
        true,
        0);
  }

  private static List<ThreadStop> together(List<ThreadStop> stops) {
    return ClassLoads.together(
            new RecordedStops(RecordedStops.SCHEMA, List.of(), stops, 0), LEAST_NS)
        .stops();
  }

  /** Two threads load at the same time; a class of each is loaded for the sake of another. */
  @Test
  void shouldPutTheClassesOfAThreadTogether() {
    List<ThreadStop> stops = new ArrayList<>();
    for (long i = 0; i < 100; i++) {
      stops.add(load(1, 500 * i, 400, "acme.Report.draw:7"));
      stops.add(load(1, 500 * i + 100, 200, "acme.Report.draw:7"));
      stops.add(load(2, 500 * i + 50, 300, "acme.Mail.send:3"));
    }
    assertThat(together(stops))
        .satisfiesExactlyInAnyOrder(
            one -> {
              assertThat(one.threadId()).isEqualTo(1);
              assertThat(one.stop().lengthNs()).isEqualTo(40 * MS);
              assertThat(one.stop().endNs() - one.stop().startNs()).isEqualTo(49_900 * US);
              assertThat(one.stop().detail()).isEqualTo("acme.Report.draw:7");
              assertThat(one.serving()).isTrue();
            },
            one -> assertThat(one.stop().lengthNs()).isEqualTo(30 * MS));
  }

  @Test
  void shouldLeaveOutFewClassesAndKeepOtherWaits() {
    ThreadStop lock =
        new ThreadStop(
            1, new Stop(0, 30 * MS, 30 * MS, US, StopKind.MONITOR, "acme.A.b:1"), true, 0);
    List<ThreadStop> stops = new ArrayList<>(List.of(lock));
    // a class now and then is no run
    for (long i = 0; i < 100; i++) {
      stops.add(load(1, 40_000 + 10_000 * i, 400, "acme.Report.draw:7"));
    }
    assertThat(together(stops)).containsExactly(lock);
    assertThat(together(List.of())).isEmpty();
  }
}
