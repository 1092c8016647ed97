package dev.foliot.cli.load;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Recording;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Traffic;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of recorded requests that are played again. */
public final class TraceOptions {
  private static final long SHORTEST_NS = 10_000_000;
  private static final long LONGEST_NS = 24 * 3_600_000_000_000L;
  private static final double HOUR_S = 3_600;
  private static final double FAST = 10;
  private static final long MOST_PER_S = 10_000_000;

  /** About this many intervals make a line over time. */
  private static final int INTERVALS = 100;

  private static final long SHORTEST_INTERVAL_NS = 100_000_000;
  private static final long LONGEST_INTERVAL_NS = 60_000_000_000L;

  @Option(
      names = "--har",
      paramLabel = "FILE",
      description = "Play the requests of a HAR file again, at their times; those to URL's host.")
  private @Nullable Path har;

  @Option(
      names = "--access-log",
      paramLabel = "FILE",
      description = "The same of an access log of Apache or nginx (common or combined format).")
  private @Nullable Path log;

  @Option(
      names = "--speed-up",
      paramLabel = "N",
      description = "Play them N times as fast, as in 2 or 0.5 (1).")
  private @Nullable Double speedUp;

  /** Whether recorded requests are played. */
  public boolean isAsked() {
    if (speedUp != null && har == null && log == null) {
      throw FoliotException.usage("--speed-up is of --har and --access-log: give one of them");
    }
    return har != null || log != null;
  }

  /**
   * Reads what is played.
   *
   * @param target whose requests are played
   * @throws FoliotException if the file cannot be used, with its line and the remedy
   */
  public Recording recording(Target target) {
    if (har != null && log != null) {
      throw FoliotException.usage("--har and --access-log are two recordings: give one of them");
    }
    return Recording.read(
        new Recording.Source(
            Objects.requireNonNull(har != null ? har : log),
            har != null ? Recording.Format.HAR : Recording.Format.ACCESS_LOG,
            speedUp == null ? 1 : speedUp),
        target);
  }

  /**
   * The plan that plays it, in one phase.
   *
   * @param mostNs where it is cut off
   */
  public static LoadPlan plan(
      Recording recording, Target target, Sending sending, long seed, long mostNs) {
    long lengthNs = Math.min(recording.lengthNs() + 1, mostNs);
    if (lengthNs > LONGEST_NS) {
      throw FoliotException.usage(
          "the recording takes "
              + Numbers.span(lengthNs / 1e9)
              + ": give --speed-up, or --duration for its beginning, at most 24h");
    }
    long durationNs = Math.max(SHORTEST_NS, lengthNs);
    Traffic traffic =
        new Traffic.Open(rate(recording), new Arrivals.Trace(recording.source().file()));
    return new LoadPlan(
        target,
        List.of(),
        List.of(),
        recording,
        List.of(new LoadPhase("recording", traffic, durationNs)),
        sending,
        seed,
        Math.clamp(durationNs / INTERVALS, SHORTEST_INTERVAL_NS, LONGEST_INTERVAL_NS));
  }

  /** The mean rate. */
  private static Rate rate(Recording recording) {
    double perS = recording.size() * 1e9 / Math.max(SHORTEST_NS, recording.lengthNs());
    return Rate.parse(
        perS >= FAST
            ? Math.min(Math.round(perS), MOST_PER_S) + "/s"
            : Math.max(1, Math.round(perS * HOUR_S)) + "/h");
  }

  /** What of the file is played. */
  public static String sentence(Recording recording, Target target) {
    Recording.LeftOut left = recording.leftOut();
    StringBuilder text = new StringBuilder();
    text.append(Numbers.count(recording.size(), "request"))
        .append(" to ")
        .append(Shown.text(target.host()))
        .append(" in ")
        .append(Numbers.span(recording.lengthNs() / 1e9));
    if (left.otherHosts() > 0) {
      text.append("; ").append(Numbers.count(left.otherHosts())).append(" to other hosts left out");
    }
    if (left.unplayable() > 0) {
      text.append("; ")
          .append(Numbers.count(left.unplayable()))
          .append(" left out that cannot be sent");
    }
    return text.toString();
  }
}
