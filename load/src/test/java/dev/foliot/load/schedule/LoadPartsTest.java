package dev.foliot.load.schedule;

import static dev.foliot.load.schedule.VirtualPlay.MS;
import static dev.foliot.load.schedule.VirtualPlay.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Kind;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.PhaseTally;
import dev.foliot.load.Share;
import dev.foliot.load.Traffic;
import dev.foliot.load.driver.LoadMerge;
import dev.foliot.store.KernelView;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.load.LoadGenerator;
import dev.foliot.text.FoliotException;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a load in virtual time, beside the whole of it. */
final class LoadPartsTest {
  @TempDir Path folder;

  private static LoadPlan plan(String arrivals) {
    Traffic traffic = new Traffic.Open(Rate.parse("1k/s"), Arrivals.parse(arrivals));
    return VirtualPlay.plan(
        4_000,
        10 * SECOND,
        new LoadPhase(LoadPhase.WARM_UP, traffic, SECOND),
        new LoadPhase("measured", traffic, 3 * SECOND));
  }

  /** Each request takes a time of its own, and some fail; nothing waits for another. */
  private static VirtualWire.Answer answer(int phase, long number, long sentNs) {
    long lengthNs = MS + number * 7_919 % (400 * MS);
    return number % 50 == 7
        ? new VirtualWire.Answer(sentNs + lengthNs, 1_503)
        : VirtualWire.Answer.ok(sentNs + lengthNs);
  }

  private LoadPart part(LoadPlan plan, LoadPart.Late late) throws Exception {
    List<LoadPart.Phase> phases = new ArrayList<>();
    List<PhaseTally> tallies = VirtualPlay.tallies(plan, LoadPartsTest::answer);
    for (int i = 0; i < tallies.size(); i++) {
      phases.add(
          new LoadPart.Phase(
              plan.phases().get(i).durationNs(),
              List.of(tallies.get(i)),
              new PhaseResult.Loops(KernelView.none(List.of()), 0.1)));
    }
    LoadPart part =
        new LoadPart(
            plan,
            new LoadResult.Start(0, 1_000),
            late,
            "127.0.0.1 port 1",
            new LoadGenerator(500, 500, 1, "epoll"),
            phases);
    Path file = folder.resolve(plan.execution().share().number() + ".json");
    part.write(file);
    return LoadPart.read(file);
  }

  private LoadPart part(LoadPlan plan, int number, int of) throws Exception {
    return part(plan.part(new Share(number, of), 0), new LoadPart.Late(0, 0));
  }

  private List<LoadPart> parts(LoadPlan plan, int of) throws Exception {
    List<LoadPart> parts = new ArrayList<>();
    for (int number = 1; number <= of; number++) {
      parts.add(part(plan, number, of));
    }
    Collections.shuffle(parts, new Random(1));
    return parts;
  }

  @ParameterizedTest
  @ValueSource(strings = {"constant", "poisson", "burst:50"})
  void shouldAddUpToTheWholeExactly(String arrivals) throws Exception {
    LoadPlan plan = plan(arrivals);
    PhaseFigures whole = VirtualPlay.play(plan, LoadPartsTest::answer).getLast();
    LoadMerge merge = new LoadMerge(parts(plan, 8));

    PhaseResult merged = merge.result().phases().getLast();

    assertThat(merged.counts()).isEqualTo(whole.counts());
    for (Kind kind : Kind.values()) {
      assertThat(merged.of(kind)).as(kind.label()).isEqualTo(whole.durations(kind));
    }
    assertThat(merged.times().figures())
        .isEqualTo(whole.times(whole.measurement(), whole.waits(0, plan.schedule(1))).figures());
    assertThat(merged.series())
        .extracting(one -> one.counts().sent() + " " + one.counts().ok() + " " + one.times())
        .isEqualTo(
            whole.series().stream()
                .map(one -> one.counts().sent() + " " + one.counts().ok() + " " + one.times())
                .toList());
    assertThat(merged.slowest())
        .extracting(one -> one.index() + " " + one.responseNs())
        .containsExactlyInAnyOrderElementsOf(
            whole.slowest().stream().map(one -> one.index() + " " + one.responseNs()).toList());
    assertThat(merged.validity().has(LoadReason.PartsMissing.class)).isFalse();
    assertThat(merge.result().generator().connections()).isEqualTo(8 * 500);
  }

  @Test
  void shouldSayWhichPartsAreMissing() throws Exception {
    List<LoadPart> parts = parts(plan("poisson"), 4);
    parts.removeIf(part -> part.share().number() == 3);

    assertThat(new LoadMerge(parts).result().validity().verdict()).isEqualTo(Verdict.INVALID);
    assertThat(new LoadMerge(parts).result().validity().reasonCodes())
        .contains(new LoadReason.PartsMissing(List.of("3"), 4));
  }

  @Test
  void shouldSayWhichPartWasLateAndSendNoBurst() throws Exception {
    LoadPlan late = plan("constant").part(new Share(2, 2), 0);
    List<ScheduledPhase> phases = List.of(new ScheduledPhase(late, 0, 0, 1, 0, new LiveCounts()));

    assertThat(phases.getFirst().begin(0, 200 * MS)).isEqualTo(100);
    assertThat(phases.getFirst().nextNs()).isEqualTo(201 * MS);

    LoadMerge merge =
        new LoadMerge(
            List.of(part(plan("constant"), 1, 2), part(late, new LoadPart.Late(200 * MS, 100))));

    assertThat(merge.result().validity().reasonCodes())
        .contains(new LoadReason.PartLate("2/2", 200 * MS, 100));
    assertThat(merge.result().validity().verdict()).isEqualTo(Verdict.INVALID);
  }

  /** Eight parts that began at a moment of their own clocks. */
  private List<Reason> clocks(Verdict verdict, long... aheadMs) throws Exception {
    List<LoadPart> parts = new ArrayList<>();
    for (int number = 1; number <= aheadMs.length; number++) {
      LoadPlan plan = plan("constant").part(new Share(number, aheadMs.length), 5_000);
      long aheadNs = aheadMs[number - 1] * MS;
      LoadPart part =
          part(plan, new LoadPart.Late(0, 0))
              .with(number == 5 ? null : new LoadPart.Clock(aheadNs, 6 * MS));
      part.write(folder.resolve("part.json"));
      parts.add(LoadPart.read(folder.resolve("part.json")));
    }
    Collections.shuffle(parts, new Random(1));
    Validity validity = new LoadMerge(parts).result().phases().getLast().validity();
    assertThat(validity.verdict()).isEqualTo(verdict);
    return validity.reasonCodes().stream().filter(LoadReason.PartClock.class::isInstance).toList();
  }

  @Test
  void shouldSayWhoseClockDiffersFromThatOfTheOthers() throws Exception {
    // the server is ahead of all; part 2 by 250 ms more, so its clock is behind, and part 7 ahead
    assertThat(clocks(Verdict.INVALID, 40, 290, 41, 39, 0, 42, -260, 40))
        .containsExactlyInAnyOrder(
            new LoadReason.PartClock("2/8", 250 * MS, "8/8", 12 * MS),
            new LoadReason.PartClock("7/8", -300 * MS, "8/8", 12 * MS));
    // of the four seconds of the load less than a hundredth is not worth more
    Verdict alike = alike();
    assertThat(clocks(alike, 40, 40, 41, 39, 0, 42, 40, 95)).isEmpty();
  }

  /** What the made-up parts have without any difference of clocks. */
  private Verdict alike() throws Exception {
    return new LoadMerge(parts(plan("constant"), 8))
        .result()
        .phases()
        .getLast()
        .validity()
        .verdict();
  }

  @Test
  void shouldLeaveOutAPartOfAnotherPlan() throws Exception {
    List<LoadPart> parts = new ArrayList<>(parts(plan("poisson"), 3));
    parts.removeIf(part -> part.share().number() == 2);
    parts.add(part(plan("poisson").withSeed(2), 2, 3));

    assertThat(new LoadMerge(parts).result().validity().reasonCodes())
        .contains(
            new LoadReason.PartOfAnotherLoad("2/3"), new LoadReason.PartsMissing(List.of("2"), 3));
  }

  @Test
  void shouldRefuseAPartThatWasGivenTwice() throws Exception {
    LoadPart part = part(plan("poisson"), 1, 2);

    assertThatThrownBy(() -> new LoadMerge(List.of(part, part)))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("part 1/2 was given twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "0/2", "3/2", "1/10001", "a/b", "1/2/3"})
  void shouldRefuseWhatIsNoPart(String text) {
    assertThatThrownBy(() -> Share.parse(text))
        .isInstanceOfAny(BadOptionException.class, FoliotException.class);
  }
}
