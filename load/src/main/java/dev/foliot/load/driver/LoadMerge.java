package dev.foliot.load.driver;

import dev.foliot.bench.Measurement;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.PhaseTally;
import dev.foliot.load.Traffic;
import dev.foliot.load.schedule.PhaseFigures;
import dev.foliot.load.schedule.PhaseVerdict;
import dev.foliot.store.Redaction;
import dev.foliot.store.TaggedInterval;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.load.LoadGenerator;
import dev.foliot.store.load.RequestWaits;
import dev.foliot.text.FoliotException;
import dev.foliot.text.LoadReason;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One load out of the parts that several processes played. Exact: due times are those of the whole
 * load, and histograms add. Pure.
 */
public final class LoadMerge {
  private static final double NS_PER_MS = 1e6;

  /** A part that was late by more has missed more than others may miss by chance. */
  private static final double MISSED = 0.01;

  /** A smaller difference of clocks is usual, and moves few requests. */
  private static final long CLOCKS_NS = 50_000_000;

  private final List<LoadPart> parts;
  private final List<Reason> invalid = new ArrayList<>();
  private final List<Reason> suspect = new ArrayList<>();
  private final LoadPart first;

  /**
   * Puts parts together. A missing one, a late one and one of another plan are said, and limit the
   * verdict.
   *
   * @param all in any order, at least one
   * @throws FoliotException if two are the same part
   */
  public LoadMerge(List<LoadPart> all) {
    Map<String, Integer> byHash = new HashMap<>();
    all.forEach(part -> byHash.merge(part.planHash(), 1, Integer::sum));
    String hash =
        byHash.entrySet().stream()
            .max(
                Map.Entry.<String, Integer>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .orElseThrow(() -> FoliotException.usage("no part of a load was given"))
            .getKey();
    TreeMap<Integer, LoadPart> byNumber = new TreeMap<>();
    for (LoadPart part : all) {
      if (!part.planHash().equals(hash)) {
        invalid.add(new LoadReason.PartOfAnotherLoad(part.share().toString()));
      } else if (byNumber.put(part.share().number(), part) != null) {
        throw FoliotException.usage(
            "part " + part.share() + " was given twice: give each run of a part once");
      }
    }
    parts = List.copyOf(byNumber.values());
    first = parts.getFirst();
    List<String> missing =
        IntStream.rangeClosed(1, first.share().of())
            .filter(number -> !byNumber.containsKey(number))
            .mapToObj(String::valueOf)
            .toList();
    if (!missing.isEmpty()) {
      invalid.add(new LoadReason.PartsMissing(missing, first.share().of()));
    }
    for (LoadPart part : parts) {
      long lateNs = part.late().lateNs();
      if (lateNs > 0) {
        (part.late().skipped() > MISSED * sent(part) ? invalid : suspect)
            .add(new LoadReason.PartLate(part.share().toString(), lateNs, part.late().skipped()));
      }
    }
    clocks();
  }

  /**
   * Says which clocks are ahead of or behind the middle one, beyond what is not known. All began at
   * the same moment, each by its own clock.
   */
  private void clocks() {
    List<LoadPart> known =
        parts.stream()
            .filter(part -> part.clock() != null)
            .sorted(Comparator.comparingLong(part -> clock(part).aheadNs()))
            .toList();
    if (known.size() < 2 || plan().execution().startAtMs() == 0) {
      return;
    }
    LoadPart middle = known.get((known.size() - 1) / 2);
    for (LoadPart part : known) {
      // where the server is further ahead, this machine's own clock is behind
      long behindNs = clock(part).aheadNs() - clock(middle).aheadNs();
      long errorNs = clock(part).errorNs() + clock(middle).errorNs();
      long leastNs = Math.abs(behindNs) - errorNs;
      if (leastNs > CLOCKS_NS) {
        (leastNs > MISSED * plan().durationNs() ? invalid : suspect)
            .add(
                new LoadReason.PartClock(
                    part.share().toString(), behindNs, middle.share().toString(), errorNs));
      }
    }
  }

  private static LoadPart.Clock clock(LoadPart part) {
    return Objects.requireNonNull(part.clock());
  }

  private static long sent(LoadPart part) {
    return part.phases().stream()
        .flatMap(phase -> phase.tallies().stream())
        .mapToLong(tally -> tally.counts().sent())
        .sum();
  }

  /** The plan that was played; its requests have their names only. */
  public LoadPlan plan() {
    return first.plan();
  }

  /** The trace id of a request, as its part sent it; null where requests have none. */
  public @Nullable String traceId(int phase, long number, int kind) {
    int part = 1 + (int) (number % first.share().of());
    return parts.stream()
        .filter(one -> one.share().number() == part)
        .findFirst()
        .map(one -> one.plan().traceId(phase, number, kind))
        .orElse(null);
  }

  /** The load. */
  public LoadResult result() {
    List<PhaseResult> phases = new ArrayList<>();
    long offsetNs = 0;
    for (int i = 0; i < played(); i++) {
      phases.add(phase(i, offsetNs, phases));
      offsetNs += phases.getLast().durationNs();
    }
    return new LoadResult(
        Redaction.text(plan().target().toString()),
        first.address(),
        parts.stream()
            .map(LoadPart::start)
            .min(Comparator.comparingLong(LoadResult.Start::startEpochMs))
            .orElseThrow(),
        plan().seed(),
        new LoadGenerator(
            parts.stream().mapToInt(part -> part.generator().connections()).sum(),
            parts.stream().mapToInt(part -> part.generator().connectedAtStart()).sum(),
            parts.stream().mapToInt(part -> part.generator().loops()).sum(),
            first.generator().transport()),
        phases);
  }

  /** The phases that all parts played. */
  private int played() {
    return parts.stream().mapToInt(part -> part.phases().size()).min().orElseThrow();
  }

  private LoadPhase phase(int number) {
    long lengthNs =
        parts.stream()
            .mapToLong(part -> part.phases().get(number).durationNs())
            .max()
            .orElseThrow();
    return plan().phases().get(number).upTo(lengthNs);
  }

  private PhaseFigures figures(int number) {
    List<PhaseTally> tallies =
        parts.stream().flatMap(part -> part.phases().get(number).tallies().stream()).toList();
    return new PhaseFigures(tallies, phase(number), plan().execution());
  }

  private PhaseResult phase(int number, long offsetNs, List<PhaseResult> before) {
    LoadPhase phase = phase(number);
    PhaseFigures figures = figures(number);
    Measurement measurement = figures.measurement();
    PhaseResult.Counts counts = figures.counts();
    long cancelled =
        number > 0 && plan().phases().get(number - 1).isWarmUp()
            ? before.getLast().counts().unsent()
            : 0;
    RequestWaits waits = figures.waits(cancelled, plan().schedule(number));
    List<Validity> all = new ArrayList<>();
    // what is wrong with the whole comes before what is wrong with a part
    invalid.forEach(reason -> all.add(Validity.of(Verdict.INVALID, reason)));
    suspect.forEach(reason -> all.add(Validity.of(Verdict.SUSPECT, reason)));
    PhaseResult.Loops busiest = first.phases().get(number).loops();
    for (LoadPart part : parts) {
      PhaseResult.Loops loops = part.phases().get(number).loops();
      all.add(PhaseVerdict.of(phase, measurement, counts.errors(), loops));
      Double share = loops.loopCpuShare();
      Double most = busiest.loopCpuShare();
      if (share != null && (most == null || share > most)) {
        busiest = loops;
      }
    }
    return new PhaseResult(
        new PhaseResult.Played(
            phase.name(),
            phase.traffic() instanceof Traffic.Closed ? "closed" : "open",
            phase.traffic().toString(),
            offsetNs,
            phase.durationNs()),
        counts,
        figures.times(measurement, waits),
        figures.requests(plan().names()),
        figures.series(),
        figures.slowest(),
        busiest,
        Validity.worst(all));
  }

  /** The histograms of a phase by time, as {@link DriverProcess#intervals} has them. */
  public List<TaggedInterval> intervals(int number, LoadResult result) {
    PhaseResult phase = result.phases().get(number);
    return IntervalFile.tagged(
        figures(number).intervals(), result.startEpochMs() + (long) (phase.startNs() / NS_PER_MS));
  }
}
