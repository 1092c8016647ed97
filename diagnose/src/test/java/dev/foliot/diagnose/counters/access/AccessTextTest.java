package dev.foliot.diagnose.counters.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The summary of sampled accesses, and the findings they confirm. */
class AccessTextTest {
  private static final long LOAD = 0x02;
  private static final long STORE = 0x04;
  private static final long HITM = 0x10L << 19;
  private static final long PEER = 0x02L << 38;

  private final List<AccessSample> samples = new ArrayList<>();

  private void add(int times, long tid, long address, long source, long weight) {
    for (int i = 0; i < times; i++) {
      samples.add(
          new AccessSample(tid, 1, "x", address, new AccessSample.DataSource(source), weight, 7));
    }
  }

  private AccessResult report() {
    DataPlaces places = Made.places("com.acme.Both");
    AccessTally tally = new AccessTally(64).add(samples, places);
    return new AccessText(tally, places).report("perf mem for 1.00 s");
  }

  @Test
  void shouldConfirmThatThreadsShareALineOfAClass() {
    add(6, 1, Made.KLASS + Made.CACHE, STORE, 0);
    add(10, 2, Made.KLASS + Made.SUPERS, LOAD | HITM, 150);
    add(4, 3, Made.KLASS + Made.SUPERS, LOAD, 50);
    add(80, 3, Made.HEAP + 4096, LOAD, 40);

    AccessResult report = report();

    assertThat(report.lookedAt().getFirst())
        .isEqualTo(
            "perf mem for 1.00 s: 100 accesses of 3 threads: 80.0 % the Java heap, young, 20.0 %"
                + " structures of classes (Klass)");
    assertThat(report.lookedAt().get(2))
        .startsWith("80.0 % on one cache line: 80 loads, 0 stores, weight 40 on average");
    assertThat(report.lookedAt().get(3))
        .isEqualTo(
            "20.0 % on one cache line: 14 loads, 6 stores, 10 found it changed in another core's"
                + " cache (HITM), weight 121 on average; touched by 3 threads (2 read it, 1 wrote"
                + " to it); there lies Klass of com.acme.Both (loader app): _secondary_supers (14),"
                + " _secondary_super_cache (6)");
    assertThat(report.lookedAt().get(1))
        .isEqualTo(
            "confirms sharing: 3 threads touch one line of Klass of com.acme.Both (loader app):"
                + " _secondary_supers (14), _secondary_super_cache (6), and 1 of them writes to it:"
                + " 10 of 20 samples came from another core's cache");
    assertThat(report.confirmed()).containsOnlyKeys(Made.KLASS);
    assertThat(report.summary()).contains("confirm");
  }

  @Test
  void shouldConfirmByPeersToo() {
    add(6, 1, Made.KLASS + Made.CACHE, STORE, 0);
    add(1, 2, Made.KLASS + Made.SUPERS, LOAD | PEER, 0);

    assertThat(report().confirmed()).containsOnlyKeys(Made.KLASS);
    assertThat(report().lookedAt().get(2)).contains("1 got it from another core's cache (peer)");
  }

  @Test
  void shouldNotTakeTheAbsenceOfHitmForAVerdict() {
    add(6, 1, Made.KLASS + Made.CACHE, STORE, 0);
    add(10, 2, Made.KLASS + Made.SUPERS, LOAD, 150);

    AccessResult report = report();

    assertThat(report.confirmed()).isEmpty();
    assertThat(report.summary()).isEmpty();
    assertThat(report.lookedAt().get(1))
        .startsWith("looks like sharing: 2 threads touch one line of Klass of com.acme.Both")
        .contains("does not clear it", "fill buffers");
  }

  @Test
  void shouldNotConfirmWhatOneThreadDoesOrNobodyWrites() {
    add(10, 1, Made.KLASS + Made.CACHE, STORE, 0);
    add(10, 1, Made.KLASS + Made.SUPERS, LOAD | HITM, 0);
    add(10, 1, Made.KLASS + 128, LOAD | HITM, 0);
    add(10, 2, Made.KLASS + 128, LOAD | HITM, 0);
    // a line of the heap does not count either, because it is no structure of HotSpot's
    add(10, 1, Made.HEAP, STORE, 0);
    add(10, 2, Made.HEAP, LOAD | HITM, 0);

    assertThat(report().confirmed()).isEmpty();
    assertThat(report().lookedAt()).noneMatch(line -> line.contains("sharing"));
  }

  @Test
  void shouldKeepLinesApart() {
    // the class starts a line: 63 is on its first one, 64 on its second
    add(6, 1, Made.KLASS + 63, STORE, 0);
    add(6, 2, Made.KLASS + 64, LOAD | HITM, 0);

    assertThat(report().confirmed()).isEmpty();
    assertThat(report().lookedAt()).hasSize(3);
  }

  @Test
  void shouldTellWhatHasNoAddressAndWhatIsTheKernels() {
    add(3, 1, 0, 0, 0);
    add(9, 1, -4096, LOAD, 0);
    add(1, 1, Made.HEAP, LOAD, 0);

    AccessResult report = report();

    assertThat(report.lookedAt())
        .containsExactly(
            "perf mem for 1.00 s: 10 accesses of 1 thread: 90.0 % the kernel, 10.0 % the Java heap,"
                + " young; 3 more of which no address is known");
  }

  @Test
  void shouldTellWhoTouchedALineWhereNobodyTellsWhatWasDone() {
    add(5, 1, Made.HEAP, 1, 0);
    add(5, 2, Made.HEAP, 1, 0);

    assertThat(report().lookedAt().getLast())
        .isEqualTo(
            "100.0 % on one cache line: 0 loads, 0 stores; touched by 2 threads; there lies the"
                + " Java heap, young");
  }

  @Test
  void shouldAddUpWeightsOfALyingProcessor() {
    add(5, 1, Made.HEAP, LOAD, Long.MAX_VALUE);

    assertThat(report().lookedAt().getLast()).contains("weight 1,844,674,407,370,955,");
  }

  @Test
  void shouldChooseTheHottestLinesAndTheMostContested() {
    for (int i = 0; i < 20; i++) {
      add(100 - i, 1, Made.HEAP + 64L * i, LOAD, 0);
    }
    add(5, 1, Made.HEAP + 8192, LOAD | HITM, 0);

    List<String> lines = report().lookedAt();

    assertThat(lines).hasSize(6);
    assertThat(lines.getLast()).contains("5 found it changed in another core's cache (HITM)");
  }
}
