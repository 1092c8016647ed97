package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.access.AccessReport;
import dev.foliot.diagnose.counters.access.AccessTally;
import dev.foliot.diagnose.counters.access.AccessWords;
import dev.foliot.diagnose.counters.access.DataPlaces;
import dev.foliot.linux.Cpus;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.process.ScratchFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * A look at which memory the threads of a JVM touch, by perf's samples of data addresses, for a
 * slice of the time. For one thread, once.
 */
final class AccessLook {
  private static final Duration LONGEST_SLICE = Duration.ofSeconds(2);
  private static final int USUAL_LINE_BYTES = 64;
  private static final double MS_PER_S = 1e3;
  private static final String NOT_HERE =
      "; data addresses are sampled on bare metal (in AWS instances named *.metal) by most"
          + " processors of Intel, AMD and Arm, and in a virtual machine whose hypervisor passes"
          + " that on";

  private final Path root;
  private final long pid;
  private final Duration slice;
  private final Programs tools;
  private final Places places;

  /** Looks at what lies where in the JVM, for as long as it takes to use that. */
  interface Places {
    /** What {@code use} makes of it; unavailable where the JVM cannot be read. */
    Reading<AccessReport> with(Function<DataPlaces, AccessReport> use);
  }

  AccessLook(Path root, long pid, Duration duration, Programs tools, Places places) {
    this.root = root;
    this.pid = pid;
    Duration half = duration.dividedBy(2);
    this.slice = half.compareTo(LONGEST_SLICE) < 0 ? half : LONGEST_SLICE;
    this.tools = tools;
    this.places = places;
  }

  /** Takes it. An interrupt ends it, and stays set. */
  AccessNotes take() {
    return switch (PerfChild.in(tools)) {
      // what counts has said so
      case Reading.Unavailable<PerfChild> none -> AccessNotes.NONE;
      case Reading.Value<PerfChild>(PerfChild perf) ->
          switch (ScratchFolder.of("foliot-mem-")) {
            case Reading.Unavailable<ScratchFolder> none -> AccessNotes.fault(none.sentence());
            case Reading.Value<ScratchFolder>(ScratchFolder folder) -> {
              try (folder) {
                yield told(new AccessRecording(perf, pid, folder.path()).take(slice));
              }
            }
          };
    };
  }

  private AccessNotes told(AccessRecording.Taken taken) {
    return switch (taken) {
      case AccessRecording.Recorded recorded -> resolved(recorded);
      case AccessRecording.Refused(PerfFailure failure, String reason) -> refused(failure, reason);
    };
  }

  private static AccessNotes refused(PerfFailure failure, String reason) {
    // perf's own words are of any characters
    String why = clean(reason);
    return switch (failure) {
      case NOT_SUPPORTED ->
          AccessNotes.lacking(
              why.contains("unknown option") ? why + "; use one of 5.11 or later" : why + NOT_HERE);
      case OTHER -> AccessNotes.fault(why + "; try perf mem record --pid=PID -- sleep 1 by itself");
      case MISSING, NOT_PERMITTED, TOO_MANY_FILES, NO_SUCH_PROCESS ->
          AccessNotes.fault(why + "; " + failure.remedy());
    };
  }

  private AccessNotes resolved(AccessRecording.Recorded recorded) {
    if (recorded.samples().samples().stream().allMatch(sample -> sample.address() == 0)) {
      return AccessNotes.lacking(
          "perf mem takes samples here, and none of them has an address; on AMD Linux 6.1 or later"
              + " tells them");
    }
    String how =
        String.format(
            Locale.ROOT,
            "perf mem for %.1f s%s",
            slice.toMillis() / MS_PER_S,
            recorded.allProcesses()
                ? " on all CPUs, since it samples no single process here; of this process"
                : "");
    List<String> faults = new ArrayList<>();
    if (!recorded.whole()) {
      faults.add(AccessNotes.WHAT + "there was no room for all samples; those kept are the first");
    }
    int unreadable = recorded.samples().unreadable();
    if (unreadable > 0) {
      faults.add(
          AccessNotes.WHAT
              + clean(
                  unreadable
                      + " lines of perf script are no samples, the first: "
                      + recorded.samples().firstUnreadable().orElse(""))
              + "; report this with the version of perf");
    }
    Reading<AccessReport> report =
        places.with(known -> {
          AccessTally tally = new AccessTally(lineBytes()).add(recorded.samples().samples(), known);
          AccessReport told = new AccessWords(tally, known).report(how);
          faults.addAll(known.couldNot());
          return told;
        });
    return switch (report) {
      case Reading.Unavailable<AccessReport> none -> AccessNotes.fault(none.sentence());
      case Reading.Value<AccessReport>(AccessReport told) ->
          new AccessNotes(told.lookedAt(), told.summary(), List.of(), faults, told.confirmed());
    };
  }

  private static String clean(String foreign) {
    return new Reading.Unavailable<String>(foreign, "").reason();
  }

  private int lineBytes() {
    int told = new Cpus(root).cacheLineBytes().orElse(USUAL_LINE_BYTES);
    return Integer.bitCount(told) == 1 ? told : USUAL_LINE_BYTES;
  }
}
