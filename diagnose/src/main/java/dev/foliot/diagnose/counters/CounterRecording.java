package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.capture.Capture;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.diagnose.counters.capture.RoundsFile;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records the counters of one process for {@code foliot counters compare}, in rounds of {@code perf
 * stat} that need no multiplexing. Used once, by one thread.
 *
 * <p>All rounds are repeated, so that a phase of the program does not meet one event alone, and so
 * that the repetitions give each rate an error.
 */
public final class CounterRecording {
  private static final Path ROOT = Path.of("/");
  private static final int REPETITIONS = 3;
  private static final long LEAST_ROUND_MS = 100;

  /** Opens one event at a time, so the limit of descriptors is that of a group. */
  private static final int MOST_EVENTS = 64;

  private static final int LONGEST_COMPLAINT = 300;

  private final Path root;
  private final Programs tools;
  private final Granted.Probe probe;

  /**
   * What was recorded.
   *
   * @param text the content of the file
   * @param rounds how many are counted once
   * @param counted how many were counted in all, each whole
   * @param planned how many were to be counted in all
   * @param capture the same, read as a comparison reads it
   * @param without what this machine does not count
   * @param cut why there are fewer rounds than planned; null if there are not
   */
  public record Recorded(
      String text,
      int rounds,
      int counted,
      int planned,
      Capture capture,
      List<String> without,
      @Nullable Reason cut) {
    /** Keeps a copy. */
    public Recorded {
      without = List.copyOf(without);
    }

    /** Whether the caller's thread was interrupted. */
    public boolean interrupted() {
      return cut instanceof CountersReason.CountingCut early
          && early.why() == CountersReason.Cut.INTERRUPTED;
    }
  }

  /** Who is told how far it is. */
  public interface Progress {
    /** So many rounds of so many were counted. */
    void at(int counted, int planned);
  }

  /** Records processes of this machine, with the perf on the PATH. */
  public CounterRecording() {
    this(ROOT, Programs.ofThisProcess(), Granted.Probe.LIVE);
  }

  CounterRecording(Path root, Programs tools, Granted.Probe probe) {
    this.root = root;
    this.tools = tools;
    this.probe = probe;
  }

  /**
   * Records a process. An interrupt of the thread ends it early, and stays set; whole rounds are
   * kept.
   *
   * @param pid of the process, whatever program it is
   * @param duration of all rounds together
   */
  public Reading<Recorded> of(long pid, Duration duration, Progress progress) {
    if (Attached.isGone(root, pid)) {
      return Reading.unavailable(new SystemReason.NoSuchProcess("/proc/" + pid, pid));
    }
    return switch (PerfChild.in(tools)) {
      case Reading.Unavailable<PerfChild> none -> none.retyped();
      case Reading.Value<PerfChild>(PerfChild perf) ->
          switch (Granted.on(pid, MOST_EVENTS, perf, probe)) {
            case Reading.Unavailable<Granted> none -> none.retyped();
            case Reading.Value<Granted>(Granted granted) ->
                granted.hardware()
                    ? count(pid, duration, granted, perf, progress)
                    : Reading.unavailable(noCounters(granted));
          };
    };
  }

  private static Reason noCounters(Granted granted) {
    return granted.lacking().stream()
        .filter(CountersReason.NoHardwareCounters.class::isInstance)
        .map(reason -> ((CountersReason.NoHardwareCounters) reason).why())
        .findFirst()
        .orElseThrow();
  }

  private Reading<Recorded> count(
      long pid, Duration duration, Granted granted, PerfChild perf, Progress progress) {
    Rounds rounds = Rounds.of(granted, perf);
    int planned = rounds.all().size() * REPETITIONS;
    Duration each = Duration.ofMillis(Math.max(LEAST_ROUND_MS, duration.toMillis() / planned));
    Attached attached = new Attached(root, pid, perf);
    StringBuilder text = new StringBuilder(RoundsFile.FIRST_LINE).append('\n');
    new Cpus(root)
        .modelName()
        .toOptional()
        .ifPresent(name -> text.append(RoundsFile.CPU).append(name).append('\n'));
    @Nullable Reason cut = null;
    int counted = 0;
    while (counted < planned && cut == null) {
      progress.at(counted, planned);
      int round = counted % rounds.all().size();
      switch (attached.count(rounds.all().get(round), each, 1)) {
        case Reading.Unavailable<PerfChild.Left> none -> cut = none.why();
        case Reading.Value<PerfChild.Left>(PerfChild.Left left) -> {
          cut = fault(left, pid, each.multipliedBy(counted));
          if (cut == null) {
            boolean levels = rounds.ofLevels() && round == rounds.all().size() - 1;
            text.append(RoundsFile.ROUND)
                .append(round + 1)
                .append(levels ? RoundsFile.LEVELS : "")
                .append('\n')
                .append(left.out());
            counted++;
          }
        }
      }
    }
    if (counted == 0 && cut != null) {
      return Reading.unavailable(cut);
    }
    try {
      return Reading.of(
          new Recorded(
              text.toString(),
              rounds.all().size(),
              counted,
              planned,
              CaptureFile.parse("perf", text.toString()),
              without(granted),
              cut));
    } catch (CaptureException e) {
      return Reading.unavailable(
          new CountersReason.PerfCountedNothing(
              0, String.valueOf(e.getMessage()), PerfFailure.OTHER.remedy()));
    }
  }

  private static List<String> without(Granted granted) {
    List<Reason> all = new ArrayList<>(granted.couldNot());
    all.addAll(granted.lacking());
    return Reasons.texts(all);
  }

  /** Why a round is not whole; null if it is. */
  private @Nullable Reason fault(PerfChild.Left left, long pid, Duration before) {
    double beforeS = before.toMillis() / 1e3;
    if (left.interrupted()) {
      return before.isZero()
          ? new SystemReason.Interrupted(SystemReason.Interruption.COUNTING)
          : new CountersReason.CountingCut(CountersReason.Cut.INTERRUPTED, beforeS, left.exit());
    }
    if (Attached.isGone(root, pid)) {
      return before.isZero()
          ? new CountersReason.EndedUncounted()
          : new CountersReason.CountingCut(CountersReason.Cut.PROCESS_ENDED, beforeS, left.exit());
    }
    if (left.exit() == 0 && left.whole() && !left.out().isBlank()) {
      return null;
    }
    String complaint = left.err().strip().replaceAll("\\s+", " ");
    return new CountersReason.PerfCountedNothing(
        left.exit(),
        complaint.substring(0, Math.min(LONGEST_COMPLAINT, complaint.length())),
        PerfFailure.of(left.exit(), complaint).remedy());
  }
}
