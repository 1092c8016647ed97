package dev.foliot.load.driver;

import dev.foliot.load.Execution;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Share;
import dev.foliot.store.series.LoadInterval;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The parts of a load that other processes play, followed by the files in a folder that they share.
 * One thread.
 *
 * <p>Samples of the same half second add up. Percentiles do not: the median is the mean of the
 * parts', weighted by their answers, and the others are those of the slowest part. The exact ones
 * follow from the results.
 */
public final class LiveParts {
  private static final double SAMPLE_MS = 500;

  /** A part that has no sample for so much longer than another one is not waited for. */
  private static final double LATE_MS = 3_000;

  /** After its planned end a part waits for answers, and asks for the server's clock. */
  private static final long GRACE_MS = 60_000;

  private static final double NS_PER_MS = 1e6;

  private static final class One {
    private final LiveFile.Reader reader;
    private final Path run;
    private double atMs;

    One(Path run) {
      this.run = run;
      this.reader = new LiveFile.Reader(run.resolve(LivePart.SAMPLES));
    }

    private boolean hasEnded() {
      return Files.exists(run.resolve(LoadPart.FILE));
    }
  }

  private final Path folder;
  private final LoadPlan plan;
  private final long endMs;
  private final int of;
  private final Set<Path> seen = new HashSet<>();

  /** By their numbers; of two with one number the later run. */
  private final Map<Integer, One> parts = new TreeMap<>();

  /** By the number of their half second. */
  private final NavigableMap<Long, List<LiveSample>> waiting = new TreeMap<>();

  private long next;

  private LiveParts(Path folder, LoadPlan part, long nowMs) {
    this.folder = folder;
    long startMs = part.execution().startAtMs();
    this.plan = part.part(Share.WHOLE, startMs);
    this.endMs = Math.max(startMs, nowMs) + (long) (plan.durationNs() / NS_PER_MS) + GRACE_MS;
    this.of = part.execution().share().of();
  }

  /**
   * Begins to follow.
   *
   * @param folder with the runs of parts
   * @param nowMs the wall clock, in milliseconds since 1970
   * @throws FoliotException if no part is there, or the folder cannot be read
   */
  public static LiveParts of(Path folder, long nowMs) {
    List<Path> runs = runs(folder);
    if (runs.isEmpty()) {
      throw FoliotException.usage(
          "no part of a load is played into "
              + Shown.text(folder.toString())
              + ": start the parts first, each with --part and this --store");
    }
    return new LiveParts(folder, plan(runs.getLast()), nowMs);
  }

  private static LoadPlan plan(Path run) {
    try {
      return LoadPlan.parse(Files.readString(run.resolve(LivePart.PLAN)));
    } catch (IOException e) {
      throw unreadable(run, e);
    }
  }

  private static FoliotException unreadable(Path file, IOException why) {
    return FoliotException.environment(
        Shown.text(file.toString())
            + " cannot be read: "
            + Shown.text(String.valueOf(why.getMessage()))
            + ": see whether the folder is still shared");
  }

  /** The runs of parts, the latest last. */
  private static List<Path> runs(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(run -> Files.exists(run.resolve(LivePart.PLAN))).sorted().toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  /** The whole load; of what is sent it has names. */
  public LoadPlan plan() {
    return plan;
  }

  /**
   * Whether all parts have a result, or the time is over in which they should have.
   *
   * @param nowMs the wall clock, in milliseconds since 1970
   */
  public boolean haveEnded(long nowMs) {
    return nowMs > endMs || (parts.size() == of && parts.values().stream().allMatch(One::hasEnded));
  }

  /**
   * What the parts did together since the last call.
   *
   * @throws FoliotException if the files cannot be read
   */
  public List<LiveSample> samples() {
    for (Path run : runs(folder)) {
      if (seen.add(run)) {
        Execution execution = plan(run).execution();
        if (execution.share().of() == of && execution.startAtMs() == plan.execution().startAtMs()) {
          parts.put(execution.share().number(), new One(run));
        }
      }
    }
    for (One one : parts.values()) {
      try {
        for (LiveSample sample : one.reader.read()) {
          one.atMs = sample.atMs();
          // what comes after its half second was shown is added to the next one
          waiting
              .computeIfAbsent(
                  Math.max(next, Math.round(sample.atMs() / SAMPLE_MS)), _ -> new ArrayList<>())
              .add(sample);
        }
      } catch (IOException e) {
        throw unreadable(one.run, e);
      }
    }
    return ready();
  }

  /** The half seconds that all parts have passed, or that one of them passed long ago. */
  private List<LiveSample> ready() {
    double most = parts.values().stream().mapToDouble(one -> one.atMs).max().orElse(0);
    double passed =
        parts.values().stream()
            .mapToDouble(one -> one.hasEnded() ? most : Math.max(one.atMs, most - LATE_MS))
            .min()
            .orElse(0);
    List<LiveSample> ready = new ArrayList<>();
    while (!waiting.isEmpty() && waiting.firstKey() * SAMPLE_MS <= passed + SAMPLE_MS / 2) {
      Map.Entry<Long, List<LiveSample>> first = waiting.pollFirstEntry();
      ready.add(together(first.getValue(), first.getKey() * SAMPLE_MS));
      next = first.getKey() + 1;
    }
    return ready;
  }

  private static LiveSample together(Collection<LiveSample> samples, double atMs) {
    Map<String, Long> errors = new LinkedHashMap<>();
    long sent = 0;
    long ok = 0;
    long failed = 0;
    long inFlight = 0;
    long connections = 0;
    double median = 0;
    long p99 = 0;
    long most = 0;
    long late = 0;
    int phase = 0;
    double spanMs = 0;
    for (LiveSample one : samples) {
      sent += one.counts().sent();
      ok += one.counts().ok();
      failed += one.counts().errors();
      inFlight += one.counts().inFlight();
      connections += one.counts().connections();
      median += (double) one.times().responseP50Ns() * one.counts().ok();
      p99 = Math.max(p99, one.times().responseP99Ns());
      most = Math.max(most, one.times().responseMaxNs());
      late = Math.max(late, one.times().latenessMaxNs());
      phase = Math.max(phase, one.phase());
      spanMs = Math.max(spanMs, one.spanMs());
      one.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
    }
    return new LiveSample(
        atMs,
        phase,
        spanMs,
        new LoadInterval.Counts(sent, ok, failed, inFlight, connections),
        new LiveSample.Times(ok == 0 ? 0 : Math.round(median / ok), p99, most, late),
        errors);
  }
}
