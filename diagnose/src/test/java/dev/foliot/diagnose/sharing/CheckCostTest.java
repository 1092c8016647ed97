package dev.foliot.diagnose.sharing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.diagnose.sharing.CheckCost.Share;
import dev.foliot.diagnose.sharing.CheckCost.TouchedCode;
import dev.foliot.linux.perf.CpuSampler.Sample;
import dev.foliot.linux.perf.Watchpoints.Hit;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.diagnosis.WriteRate;
import dev.foliot.store.diagnosis.WriteRate.Bound;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class CheckCostTest {
  private static final long SITE = 0x1000;
  private static final long ELSEWHERE = 0x5000;

  private final FakeTarget target = new FakeTarget(1);
  private final WritingCode writingCode = new WritingCode(target);
  private final List<Sample> samples = new ArrayList<>();

  private static List<Hit> touches(int count, int tid, long ip) {
    return Collections.nCopies(count, FakeTarget.hit(tid, ip, 0));
  }

  private TouchedCode code(String name, Map<Integer, Double> perS, Collection<Hit> touches) {
    return new TouchedCode(name, touches, perS, writingCode);
  }

  private TouchedCode rare(Map<Integer, Double> perS) {
    return code("com.acme.Rare", perS, touches(20, 1, SITE));
  }

  private void sampled(int count, int tid, long ip) {
    samples.addAll(Collections.nCopies(count, new Sample(tid, ip, false)));
  }

  private Share share(TouchedCode own, TouchedCode... others) {
    return CheckCost.of(samples, own, List.of(others), writingCode).orElseThrow();
  }

  private static Severity severity(Share share) {
    return CostGrade.of(Optional.of(share), new WriteRate(1_500, Bound.EXACT), 2, true).severity();
  }

  @Test
  void shouldCountSamplesNearAHitOrOnItsLine() {
    target.places.put(0x1000L, FakeTarget.place("com.acme.A", "f", 1, true));
    target.places.put(0x9000L, FakeTarget.place("com.acme.A", "f", 1, false));
    target.places.put(0xa000L, FakeTarget.place("com.acme.A", "f", 2, true));
    sampled(10, 1, 0x1000 - 40); // At the check.
    sampled(10, 1, 0x1000 + 8); // Just behind it.
    sampled(10, 1, 0x9000); // Elsewhere, on the same line.
    sampled(10, 1, 0xa000); // On another line.
    samples.addAll(Collections.nCopies(10, new Sample(1, 0x1000, true))); // In the kernel.
    sampled(10, 1, 0x1000 + 200);
    Share share = share(code("com.acme.A", Map.of(1, 900.0), touches(1, 1, 0x1000)));
    assertThat(share).isEqualTo(new Share(30, 60));
    assertThat(share.value()).isEqualTo(0.5);
  }

  @Test
  void shouldNotMeasureFromFewSamples() {
    sampled(29, 1, SITE);
    assertThat(CheckCost.of(samples, rare(Map.of()), List.of(), writingCode)).isEmpty();
    sampled(1, 1, SITE);
    assertThat(CheckCost.of(samples, rare(Map.of()), List.of(), writingCode)).isPresent();
    assertThat(
            CheckCost.of(samples, code("com.acme.A", Map.of(), List.of()), List.of(), writingCode))
        .isEmpty();
  }

  /** By instructions alone the rare one would have all: 99 %, high. */
  @Test
  void shouldLeaveAHotClassItsSamplesAtTheSharedSite() {
    sampled(99, 1, SITE - 20);
    sampled(1, 1, ELSEWHERE);
    TouchedCode hot = code("com.acme.Hot", Map.of(1, 73_500.0), touches(60, 1, SITE));
    Share share = share(rare(Map.of(1, 750.0, 2, 750.0)), hot);
    assertThat(share.value()).isCloseTo(0.01, within(0.0001));
    assertThat(share.together()).isEqualTo(99);
    assertThat(share.others()).containsExactly("com.acme.Hot");
    assertThat(severity(share)).isEqualTo(Severity.LOW);
    CostGrade grade = CostGrade.of(Optional.of(share), new WriteRate(1_500, Bound.EXACT), 2, true);
    assertThat(grade.cost().text())
        .startsWith("1.0 % of the samples of threads on a CPU (1 of 100) are at this check")
        .contains("of the 99 % that are at its code, together with com.acme.Hot");
    assertThat(share(hot, rare(Map.of(1, 750.0, 2, 750.0))).value())
        .as("the other one loses as little")
        .isCloseTo(0.98, within(0.0001));
  }

  /** A class costs a thread nothing that never touches it. */
  @Test
  void shouldNotCountThreadsThatOnlyTouchTheOtherClass() {
    sampled(90, 1, SITE);
    sampled(5, 2, SITE);
    sampled(5, 2, ELSEWHERE);
    TouchedCode hot = code("com.acme.Hot", Map.of(1, 75_000.0), touches(60, 1, SITE));
    TouchedCode own = code("com.acme.Rare", Map.of(2, 750.0, 3, 750.0), touches(20, 2, SITE));
    assertThat(share(own, hot).at()).isEqualTo(5);
    assertThat(severity(share(own, hot))).isEqualTo(Severity.MEDIUM);
  }

  @Test
  void shouldNotDivideWhatIsAtAnotherSite() {
    sampled(50, 1, SITE);
    sampled(50, 1, ELSEWHERE);
    TouchedCode hot = code("com.acme.Hot", Map.of(1, 75_000.0), touches(60, 1, ELSEWHERE));
    assertThat(share(rare(Map.of(1, 750.0)), hot)).isEqualTo(new Share(50, 100));
  }

  /** A hot class that is mostly elsewhere has a smaller part of this place. */
  @Test
  void shouldWeighByTheTouchesAtTheSite() {
    sampled(100, 1, SITE);
    List<Hit> mostlyElsewhere = new ArrayList<>(touches(45, 1, ELSEWHERE));
    mostlyElsewhere.addAll(touches(15, 1, SITE));
    TouchedCode hot = code("com.acme.Hot", Map.of(1, 4_000.0), mostlyElsewhere);
    assertThat(share(rare(Map.of(1, 1_000.0)), hot).at()).isCloseTo(50, within(0.001));
  }

  @Test
  void shouldDivideALineAsWellAsAnInstruction() {
    target.places.put(SITE, FakeTarget.place("com.acme.A", "f", 1, true));
    target.places.put(ELSEWHERE, FakeTarget.place("com.acme.A", "f", 1, true));
    sampled(100, 1, SITE);
    TouchedCode hot = code("com.acme.Hot", Map.of(1, 3_000.0), touches(60, 1, ELSEWHERE));
    assertThat(share(rare(Map.of(1, 1_000.0)), hot).at()).isCloseTo(25, within(0.001));
  }

  @Test
  void shouldTakeAThreadOfWhichNothingWasSeenForOneOfAll() {
    sampled(100, 9, SITE);
    TouchedCode hot = code("com.acme.Hot", Map.of(1, 3_000.0), touches(60, 1, SITE));
    assertThat(share(rare(Map.of(1, 500.0, 2, 500.0)), hot).at()).isCloseTo(25, within(0.001));
    assertThat(share(rare(Map.of())).at()).as("nobody else is known").isEqualTo(100);
  }

  @Test
  void shouldNameAFewOfMany() {
    sampled(100, 1, SITE);
    List<TouchedCode> others = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      others.add(code("com.acme.C" + i, Map.of(1, 1_000.0 * i), touches(20, 1, SITE)));
    }
    others.add(code("com.acme.Hardly", Map.of(1, 10.0), touches(20, 1, SITE)));
    Share share = share(rare(Map.of(1, 5_000.0)), others.toArray(TouchedCode[]::new));
    assertThat(share.others())
        .containsExactly("com.acme.C5", "com.acme.C4", "com.acme.C3", "com.acme.C2", "com.acme.C1");
    assertThat(
            CostGrade.of(Optional.of(share), new WriteRate(1e6, Bound.AT_LEAST), 2, true)
                .cost()
                .text())
        .contains("together with com.acme.C5, com.acme.C4, com.acme.C3 and 2 more classes");
  }
}
