package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.access.ScriptSamples;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Records memory accesses with {@code perf mem}. For one thread, once.
 *
 * <p>The source is load latency and stores on Intel, IBS on AMD, SPE on Arm. Each command variant
 * is tried briefly before use. The bytes written and read are bounded.
 *
 * <p>{@code perf c2c record} requests the same, plus physical addresses, which need more rights.
 * The evaluation of {@code perf c2c report} is made here.
 */
final class AccessRecording {
  private static final long MOST_DATA = 8L << 20;
  private static final int MOST_TEXT = 16 << 20;
  private static final Duration TRIAL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final int LONGEST_COMPLAINT = 200;
  private static final double MS_PER_S = 1e3;

  /** perf's exit code for an unknown option. */
  private static final int USAGE = 129;

  /** perf's exit code at its limit, or after a request to end. */
  private static final int TERMINATED = 128 + 15;

  private final PerfChild perf;
  private final long pid;
  private final Path data;

  /** The target of the sampling. Without a process option, its samples are filtered later. */
  private enum Way {
    USER_MODE("--all-user"),
    PROCESS(""),
    MACHINE("-a");

    private final String option;

    Way(String option) {
      this.option = option;
    }
  }

  /** The outcome. */
  sealed interface Taken {}

  /**
   * At least one sample.
   *
   * @param whole whether the samples cover the complete time
   * @param allProcesses whether all processes were sampled, because perf cannot sample a single one
   */
  record Recorded(ScriptSamples samples, boolean whole, boolean allProcesses) implements Taken {}

  /**
   * No samples.
   *
   * @param reason text that may include perf's own, of any characters
   */
  record Refused(PerfFailure failure, String reason) implements Taken {}

  /**
   * Creates a recording.
   *
   * @param folder for its file, which remains there
   */
  AccessRecording(PerfChild perf, long pid, Path folder) {
    this.perf = perf;
    this.pid = pid;
    data = folder.resolve("accesses.data");
  }

  /** Samples for a slice of time. An interrupt ends it, and stays set. */
  Taken take(Duration slice) {
    List<Refused> refused = new ArrayList<>();
    for (Way way : Way.values()) {
      switch (record(way, TRIAL)) {
        case Recording.Ended ended -> {
          return sample(way, slice);
        }
        case Recording.Failed(Refused why) -> {
          refused.add(why);
          if (isSettled(why)) {
            return why;
          }
        }
      }
    }
    // a missing right comes first, because it can be granted; otherwise the first variant, which
    // should have worked
    return refused.stream()
        .filter(why -> why.failure() == PerfFailure.NOT_PERMITTED)
        .findFirst()
        .orElseGet(refused::getFirst);
  }

  /** Whether other variants would fail for the same reason. */
  private static boolean isSettled(Refused why) {
    String said = why.reason().toLowerCase(Locale.ROOT);
    return switch (why.failure()) {
      case MISSING, NO_SUCH_PROCESS, TOO_MANY_FILES, TOO_OLD -> true;
      case NOT_SUPPORTED -> said.contains("memory events not supported") || said.contains("no pmu");
      case NOT_PERMITTED, OTHER -> Thread.currentThread().isInterrupted();
    };
  }

  /** The outcome of a recording. */
  private sealed interface Recording {
    record Ended(boolean whole) implements Recording {}

    record Failed(Refused why) implements Recording {}
  }

  private Recording record(Way way, Duration time) {
    List<String> words = new ArrayList<>(List.of("mem", "record"));
    if (!way.option.isEmpty()) {
      words.add(way.option);
    }
    if (way != Way.MACHINE) {
      // not -p, which requests physical addresses in perf mem
      words.add("--pid=" + pid);
    }
    words.addAll(List.of("--max-size=" + MOST_DATA + "B", "--output=" + data, "--"));
    words.addAll(
        perf.inTurn(
            List.of("sleep", String.format(Locale.ROOT, "%.3f", time.toMillis() / MS_PER_S))));
    return switch (perf.run(words, time.plus(GRACE))) {
      case Reading.Unavailable<PerfChild.Left> none ->
          new Recording.Failed(new Refused(PerfFailure.OTHER, none.reason()));
      case Reading.Value<PerfChild.Left>(PerfChild.Left left) ->
          !left.interrupted() && (left.exit() == 0 || left.exit() == TERMINATED)
              ? new Recording.Ended(left.exit() == 0)
              : new Recording.Failed(refused("perf mem record", left));
    };
  }

  private static Refused refused(String what, PerfChild.Left left) {
    if (left.interrupted()) {
      return new Refused(PerfFailure.OTHER, "it was interrupted");
    }
    if (left.exit() == USAGE) {
      return new Refused(PerfFailure.TOO_OLD, what + " says: unknown option: this perf is too old");
    }
    String complaint = left.err().strip().replaceAll("\\s+", " ");
    String cut = complaint.substring(0, Math.min(LONGEST_COMPLAINT, complaint.length()));
    return new Refused(
        PerfFailure.of(left.exit(), complaint),
        cut.isEmpty()
            ? what + " ended with exit code " + left.exit() + " and said nothing"
            : what + " says: " + cut);
  }

  private Taken sample(Way way, Duration slice) {
    return switch (record(way, slice)) {
      case Recording.Failed(Refused why) -> why;
      case Recording.Ended(boolean whole) -> print(way, whole);
    };
  }

  private Taken print(Way way, boolean whole) {
    List<String> words = new ArrayList<>();
    // Arm's processors: one sample per access, not one per event
    words.addAll(
        List.of("script", "--itrace=M", "-F", ScriptSamples.FIELDS, "-i", data.toString()));
    if (way == Way.MACHINE) {
      words.add("--pid=" + pid);
    }
    return switch (perf.run(words, GRACE, MOST_TEXT)) {
      case Reading.Unavailable<PerfChild.Left> none ->
          new Refused(PerfFailure.OTHER, none.reason());
      case Reading.Value<PerfChild.Left>(PerfChild.Left left) -> read(way, whole, left);
    };
  }

  private static Taken read(Way way, boolean whole, PerfChild.Left left) {
    ScriptSamples samples = ScriptSamples.of(left.out());
    if (left.interrupted() || (samples.samples().isEmpty() && left.exit() != 0)) {
      return refused("perf script", left);
    }
    if (samples.samples().isEmpty()) {
      return new Refused(
          PerfFailure.OTHER,
          samples
              .firstUnreadable()
              .map(line -> "perf script printed what is no sample: " + line)
              .orElse(
                  "perf mem took no sample of it: its threads slept, or the processor's"
                      + " sampling stands still"));
    }
    return new Recorded(
        samples, whole && left.exit() == 0 && left.whole() && samples.whole(), way == Way.MACHINE);
  }
}
