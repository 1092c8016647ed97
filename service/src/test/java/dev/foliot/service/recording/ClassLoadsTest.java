package dev.foliot.service.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ClassLoadsTest {
  private static final long US = 1_000;
  private static final long MS = 1_000_000;

  private static ThreadStop load(long thread, long atUs, long us, String place) {
    long startNs = atUs * US;
    return new ThreadStop(
        thread,
        new Stop(startNs, startNs + us * US, us * US, US, StopKind.CLASS_LOADING, place),
        true,
        0);
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
    assertThat(ClassLoads.together(stops))
        .satisfiesExactlyInAnyOrder(
            one -> {
              assertThat(one.threadId()).isEqualTo(1);
              assertThat(one.stop().startNs()).isZero();
              assertThat(one.stop().lengthNs()).isEqualTo(49_900 * US);
              assertThat(one.stop().detail()).isEqualTo("acme.Report.draw:7");
              assertThat(one.serving()).isTrue();
            },
            one -> assertThat(one.stop().lengthNs()).isEqualTo(49_800 * US));
  }

  /** A class loader reads a jar for longer than the JVM takes for its classes. */
  @Test
  void shouldCountWhatTheClassLoaderDoesBetweenTwoClasses() {
    List<ThreadStop> stops = new ArrayList<>();
    for (long i = 0; i < 200; i++) {
      stops.add(load(1, 1_400 * i + (i >= 100 ? 20_000 : 0), 100, "acme.Report.draw:7"));
    }
    assertThat(ClassLoads.together(stops))
        .singleElement()
        .satisfies(one -> assertThat(one.stop().lengthNs()).isEqualTo(298_700 * US));
  }

  @Test
  void shouldKeepOtherWaitsAndClassesThatAreLoadedNowAndThen() {
    ThreadStop lock =
        new ThreadStop(
            1, new Stop(0, 30 * MS, 30 * MS, US, StopKind.MONITOR, "acme.A.b:1"), true, 0);
    List<ThreadStop> stops = new ArrayList<>(List.of(lock));
    for (long i = 0; i < 100; i++) {
      stops.add(load(1, 40_000 + 10_000 * i, 400, "acme.Report.draw:7"));
    }
    assertThat(ClassLoads.together(stops))
        .hasSize(101)
        .contains(lock)
        .allSatisfy(one -> assertThat(one.stop().lengthNs()).isIn(400 * US, 30 * MS));
    assertThat(ClassLoads.together(List.of())).isEmpty();
  }
}
