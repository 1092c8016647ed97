package dev.foliot.load;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.foliot.bench.Durations;
import dev.foliot.bench.Interval;
import dev.foliot.bench.Kind;
import dev.foliot.bench.SlowMessage;
import dev.foliot.load.ResultText.Counted;
import dev.foliot.store.Json;
import dev.foliot.store.load.LoadGenerator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one process recorded of its part of a load, in sums that add up exactly with those of the
 * others. Its file has no secrets: of what was sent it has names.
 *
 * @param plan that was played; its requests have their names only
 * @param planHash a hash of all that the parts must have in common
 * @param start when it began
 * @param late how late it was ready
 * @param address the server's
 * @param generator what sent the requests
 * @param clock the server's clock beside this machine's; null where it is not known
 * @param phases in their order
 */
public record LoadPart(
    LoadPlan plan,
    String planHash,
    LoadResult.Start start,
    Late late,
    String address,
    LoadGenerator generator,
    @Nullable Clock clock,
    List<Phase> phases) {
  private static final String SCHEMA = "foliot.load.part/1";

  /** Its name in a run's folder. */
  public static final String FILE = "part.json";

  /**
   * How late a part was.
   *
   * @param lateNs from the start of the load until it was ready, 0 if it was in time
   * @param skipped the requests that were due until then, and were not sent
   */
  public record Late(long lateNs, long skipped) {}

  /**
   * The server's clock, by the header {@code Date} of its answers.
   *
   * @param aheadNs how far it is ahead of this machine's; negative where it is behind
   * @param errorNs how far that may be off
   */
  public record Clock(long aheadNs, long errorNs) {}

  /**
   * A phase.
   *
   * @param durationNs its length
   * @param tallies of the event loops
   * @param loops what the kernel says of them
   */
  public record Phase(long durationNs, List<PhaseTally> tallies, PhaseResult.Loops loops) {
    /** Keeps a copy. */
    public Phase {
      tallies = List.copyOf(tallies);
    }
  }

  /** Of a plan that was played. */
  public LoadPart(
      LoadPlan played,
      LoadResult.Start start,
      Late late,
      String address,
      LoadGenerator generator,
      List<Phase> phases) {
    this(played.withoutContent(), hash(played), start, late, address, generator, null, phases);
  }

  /** Keeps a copy. */
  public LoadPart {
    phases = List.copyOf(phases);
  }

  /** The same with the server's clock; null where it is not known. */
  public LoadPart with(@Nullable Clock ofServer) {
    return new LoadPart(plan, planHash, start, late, address, generator, ofServer, phases);
  }

  /** Which part it is. */
  public Share share() {
    return plan.execution().share();
  }

  /** The file of a driver's part. */
  public static Path beside(Path result) {
    return result.resolveSibling(FILE);
  }

  private static String hash(LoadPlan plan) {
    String text =
        Json.text(PlanText.of(plan.part(Share.WHOLE, plan.execution().startAtMs()).ofRun("")));
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Writes it.
   *
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Json.write(file, PartText.of(this));
  }

  /**
   * Reads it.
   *
   * @throws dev.foliot.store.StoreException if the file cannot be read
   */
  public static LoadPart read(Path file) {
    return Json.read(file, PartText.class, SCHEMA).part();
  }

  /** In the form of a file. */
  private record PartText(
      String schema,
      PlanText plan,
      String planHash,
      @JsonUnwrapped LoadResult.Start start,
      @JsonUnwrapped TimesText times,
      String address,
      @JsonUnwrapped LoadGenerator generator,
      List<PhaseText> phases) {
    static PartText of(LoadPart part) {
      return new PartText(
          SCHEMA,
          PlanText.of(part.plan),
          part.planHash,
          part.start,
          new TimesText(part.late.lateNs, part.late.skipped, part.clock),
          part.address,
          part.generator,
          part.phases.stream().map(PhaseText::of).toList());
    }

    LoadPart part() {
      return new LoadPart(
          plan.plan(),
          planHash,
          start,
          new Late(times.lateNs, times.skipped),
          address,
          generator,
          times.serverClock,
          phases.stream().map(PhaseText::phase).toList());
    }
  }

  private record TimesText(long lateNs, long skipped, @Nullable Clock serverClock) {}

  private record PhaseText(
      long durationNs, List<TallyText> tallies, @JsonUnwrapped PhaseResult.Loops loops) {
    static PhaseText of(Phase phase) {
      return new PhaseText(
          phase.durationNs, phase.tallies.stream().map(TallyText::of).toList(), phase.loops);
    }

    Phase phase() {
      return new Phase(durationNs, tallies.stream().map(TallyText::tally).toList(), loops);
    }
  }

  private record TallyText(
      @JsonUnwrapped PhaseTally.Counts counts,
      List<IntervalText> intervals,
      Map<String, Counted> parts,
      List<KindText> kinds,
      List<PhaseTally.Row> rows,
      List<SlowMessage> slowest,
      List<PhaseTally.Silence> silences) {
    static TallyText of(PhaseTally tally) {
      Map<String, Counted> parts = new LinkedHashMap<>();
      tally.parts().forEach((part, lengths) -> parts.put(part.label(), Counted.of(lengths)));
      return new TallyText(
          tally.counts(),
          tally.intervals().stream().map(IntervalText::of).toList(),
          parts,
          tally.kinds().stream().map(KindText::of).toList(),
          tally.rows(),
          tally.slowest(),
          tally.silences());
    }

    PhaseTally tally() {
      Map<Part, Durations> lengths = new EnumMap<>(Part.class);
      for (Part part : Part.values()) {
        lengths.put(part, Objects.requireNonNull(parts.get(part.label())).durations());
      }
      return new PhaseTally(
          counts,
          intervals.stream().map(IntervalText::interval).toList(),
          lengths,
          kinds.stream().map(KindText::kind).toList(),
          rows,
          slowest,
          silences);
    }
  }

  private record IntervalText(long startNs, long endNs, Map<String, Counted> durations) {
    static IntervalText of(Interval interval) {
      Map<String, Counted> counted = new LinkedHashMap<>();
      for (Kind kind : Kind.values()) {
        counted.put(
            kind.label(), Counted.of(Objects.requireNonNull(interval.durations().get(kind))));
      }
      return new IntervalText(interval.startNs(), interval.endNs(), counted);
    }

    Interval interval() {
      Map<Kind, Durations> lengths = new EnumMap<>(Kind.class);
      durations.forEach((label, one) ->
          lengths.put(Kind.valueOf(label.toUpperCase(Locale.ROOT)), one.durations()));
      return new Interval(startNs, endNs, lengths);
    }
  }

  /** A failure is its code and its count. */
  private record KindText(
      long ok, List<List<Long>> failures, long bytes, long redirects, Counted responses) {
    static KindText of(PhaseTally.Kind kind) {
      List<List<Long>> failures = new ArrayList<>();
      kind.failures().forEach((code, count) -> failures.add(List.of((long) code, count)));
      return new KindText(
          kind.ok(), failures, kind.bytes(), kind.redirects(), Counted.of(kind.responses()));
    }

    PhaseTally.Kind kind() {
      Map<Integer, Long> byCode = new LinkedHashMap<>();
      failures.forEach(one -> byCode.put(Math.toIntExact(one.get(0)), one.get(1)));
      return new PhaseTally.Kind(ok, byCode, bytes, redirects, responses.durations());
    }
  }
}
