package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.diagnose.watch.WatchBudget;
import dev.foliot.hotspot.klass.LoadedClass;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.PerfEvent.Access;
import dev.foliot.linux.perf.PerfEvent.Watchpoint;
import dev.foliot.linux.perf.Watchpoints.Window;
import dev.foliot.store.diagnosis.SharingFinding;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class FindingWriterTest {
  private static final long MS = 1_000_000;
  private static final long KLASS = 0x7f00_0000_4000L;
  private static final CacheLine LINE = new CacheLine(64, 8);
  private static final FieldWord SUPERS = new FieldWord("_secondary_supers", 40, 8);
  private static final long WAITS = 0x7f00_1000_0000L;
  private static final long IN_TURN = 0x7f00_2000_0000L;

  private final FakeTarget target = new FakeTarget(20_261_131);
  private final long klass = target.aClass(KLASS, "com.acme.Message");
  private final CandidateClass candidate =
      new CandidateClass(
          new CacheScan.Candidate(
              new LoadedClass(klass, "com.acme.Message", "app", false, false, 1, 48, 0x7000, 3),
              9,
              Map.of(8L, 5, 16L, 5)),
          FakeTarget.LAYOUT,
          LINE);

  private static Window window(Map<Integer, Long> hits) {
    return new Window(new Watchpoint(Access.WRITE, KLASS + 32, 8), 5 * MS, hits, Set.of());
  }

  /** It was observed to read before its turns were known. */
  @Test
  void shouldNotNameTheCodeOfWhoReadsInTurn() {
    target.places.put(WAITS, FakeTarget.place("com.acme.Waits", "read", 7, true));
    target.places.put(IN_TURN, FakeTarget.place("com.acme.Step", "look", 5, true));
    for (int i = 0; i < 8; i++) {
      candidate.traffic().wrote(window(Map.of(1 + i % 2, 300L)), Set.of(1, 2), false);
      candidate.overlap().counted(window(Map.of(1 + i % 2, 300L)), 13_000);
      candidate.reads().add(FakeTarget.hit(3, IN_TURN, klass));
    }
    candidate.traffic().read(SUPERS, window(Map.of(3, 70L, 4, 70L)));
    candidate.reads().add(FakeTarget.hit(4, WAITS, klass));
    candidate.overlap().used(FakeTarget.sleepless(1.0, 1.0));
    candidate.used(3, FakeTarget.sleepless(1.0, 1.0));
    candidate.used(4, FakeTarget.sleepless(2.0, 2.0));
    Verdict verdict = SharingJudge.judge(candidate.observed());
    SharingObservations observations =
        new SharingObservations(
            new SharingObservations.ClassesRead(List.of(), 0, 0),
            Optional.empty(),
            1,
            0,
            List.of(candidate),
            Optional.empty(),
            Optional.empty(),
            new WatchBudget(0));

    SharingFinding finding =
        new FindingWriter(
                target,
                target,
                JdkFix.of(17, "17.0.1+9", Reading.of(Optional.empty())),
                observations)
            .watched(candidate, (Verdict.Sharing) verdict);

    assertThat(finding.advice().explanation())
        .contains("1 other thread reads _secondary_supers at com.acme.Waits.read(Waits.java:7)")
        .doesNotContain("com.acme.Step");
  }
}
