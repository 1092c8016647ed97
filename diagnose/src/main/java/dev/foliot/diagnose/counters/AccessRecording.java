package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.access.ScriptSamples;
import dev.foliot.linux.Reading;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Accesses to memory as {@code perf mem} samples them: by load latency and stores on Intel, IBS on
 * AMD, SPE on Arm, whatever perf finds. Each way of asking is tried for a moment before it is used.
 * How much is written and read is bounded. For one thread, once.
 *
 * <p>{@code perf c2c record} asks for the same, and for physical addresses besides, which takes
 * more rights; what {@code perf c2c report} makes of it is made here.
 */
final class AccessRecording {
  private static final long MOST_DATA = 8L << 20;
  private static final int MOST_TEXT = 16 << 20;
  private static final Duration TRIAL = Duration.ofMillis(50);
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final int LONGEST_COMPLAINT = 200;
  private static final double MS_PER_S = 1e3;

  /** What perf ends with when it does not know an option. */
  private static final int USAGE = 129;

  /** And when it has reached its limit, or is asked to end. */
  private static final int TERMINATED = 128 + 15;

  private final PerfChild perf;
  private final long pid;
  private final Path data;

  /** Whom to sample. Where there is no process to be named, its samples are picked out later. */
  private enum Way {
    USER_MODE("--all-user"),
    PROCESS(""),
    MACHINE("-a");

    private final String option;

    Way(String option) {
      this.option = option;
    }
  }

  /** What came of it. */
  sealed interface Taken {}

  /**
   * Samples, at least one.
   *
   * @param whole whether of all of the time
   * @param allProcesses whether the others were sampled too, since perf can sample no single one
   */
  record Recorded(ScriptSamples samples, boolean whole, boolean allProcesses) implements Taken {}

  /**
   * None.
   *
   * @param reason in words that may hold perf's own, of any characters
   */
  record Refused(PerfFailure failure, String reason) implements Taken {}

  /**
   * To be taken.
   *
   * @param folder for its file, which is left there
   */
  AccessRecording(PerfChild perf, long pid, Path folder) {
    this.perf = perf;
    this.pid = pid;
    data = folder.resolve("accesses.data");
  }

  /** Takes samples for a slice of time. An interrupt ends it, and stays set. */
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
    // a right can be granted; else the first way is the one that should have worked
    return refused.stream()
        .filter(why -> why.failure() == PerfFailure.NOT_PERMITTED)
        .findFirst()
        .orElseGet(refused::getFirst);
  }

  /** Whether another way would be refused for the same reason. */
  private static boolean isSettled(Refused why) {
    String said = why.reason().toLowerCase(Locale.ROOT);
    return switch (why.failure()) {
      case MISSING, NO_SUCH_PROCESS, TOO_MANY_FILES, TOO_OLD -> true;
      case NOT_SUPPORTED -> said.contains("memory events not supported") || said.contains("no pmu");
      case NOT_PERMITTED, OTHER -> Thread.currentThread().isInterrupted();
    };
  }

  /** How a recording went. */
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
      // not -p, which means physical addresses to perf mem
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
    // of what Arm's processors record, one sample for each access, and not one for each event
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
