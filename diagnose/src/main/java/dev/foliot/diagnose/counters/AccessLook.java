package dev.foliot.diagnose.counters;

import dev.foliot.diagnose.counters.access.AccessResult;
import dev.foliot.diagnose.counters.access.AccessTally;
import dev.foliot.diagnose.counters.access.AccessText;
import dev.foliot.diagnose.counters.access.DataPlaces;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.linux.process.Programs;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.CountersReason.AccessesUnknown;
import dev.foliot.linux.reason.CountersReason.CountersLimit;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Samples the memory accesses of a JVM's threads with perf. For one thread, once.
 *
 * <p>It samples data addresses for a slice of the time.
 */
final class AccessLook {
  private static final Duration LONGEST_SLICE = Duration.ofSeconds(2);
  private static final int USUAL_LINE_BYTES = 64;
  private static final int LONGEST_REASON = 500;
  private static final String NOT_HERE =
      "data addresses are sampled on bare metal (in AWS instances named *.metal) by most"
          + " processors of Intel, AMD and Arm, and in a virtual machine whose hypervisor passes"
          + " that on";

  private final Path root;
  private final long pid;
  private final Duration slice;
  private final Programs tools;
  private final Places places;

  /** Gives access to the JVM's memory map during its use. */
  interface Places {
    /** The result of {@code use}; unavailable if the JVM is unreadable. */
    Reading<AccessResult> with(Function<DataPlaces, AccessResult> use);
  }

  AccessLook(Path root, long pid, Duration duration, Programs tools, Places places) {
    this.root = root;
    this.pid = pid;
    Duration half = duration.dividedBy(2);
    this.slice = half.compareTo(LONGEST_SLICE) < 0 ? half : LONGEST_SLICE;
    this.tools = tools;
    this.places = places;
  }

  /** Takes the samples. An interrupt ends it, and stays set. */
  AccessResult take() {
    return switch (PerfChild.in(tools)) {
      // the counting examination has reported it
      case Reading.Unavailable<PerfChild> none -> AccessResult.NONE;
      case Reading.Value<PerfChild>(PerfChild perf) ->
          switch (ScratchFolder.of("foliot-mem-")) {
            case Reading.Unavailable<ScratchFolder> none -> AccessResult.failed(none.why());
            case Reading.Value<ScratchFolder>(ScratchFolder folder) -> {
              try (folder) {
                yield result(new AccessRecording(perf, pid, folder.path()).take(slice));
              }
            }
          };
    };
  }

  private AccessResult result(AccessRecording.Taken taken) {
    return switch (taken) {
      case AccessRecording.Recorded recorded -> resolved(recorded);
      case AccessRecording.Refused(PerfFailure failure, String reason) -> refused(failure, reason);
    };
  }

  private static AccessResult refused(PerfFailure failure, String reason) {
    // perf's text may hold any characters
    String words = Shown.text(reason, LONGEST_REASON);
    String advice =
        switch (failure) {
          case TOO_OLD -> "use one of 5.11 or later";
          case NOT_SUPPORTED -> NOT_HERE;
          case OTHER -> "try perf mem record --pid=PID -- sleep 1 by itself";
          case MISSING, NOT_PERMITTED, TOO_MANY_FILES, NO_SUCH_PROCESS -> failure.remedy();
        };
    Reason why = new CountersReason.AccessesRefused(words, advice);
    return switch (failure) {
      case TOO_OLD, NOT_SUPPORTED -> AccessResult.unsupported(why);
      case OTHER, MISSING, NOT_PERMITTED, TOO_MANY_FILES, NO_SUCH_PROCESS ->
          AccessResult.failed(why);
    };
  }

  private AccessResult resolved(AccessRecording.Recorded recorded) {
    if (recorded.samples().samples().stream().allMatch(sample -> sample.address() == 0)) {
      return AccessResult.unsupported(new CountersReason.NoDataAddresses());
    }
    String how =
        "perf mem for %s%s"
            .formatted(
                Numbers.duration(slice.toNanos()),
                recorded.allProcesses()
                    ? " on all CPUs, since it samples no single process here; of this process"
                    : "");
    List<CountersLimit> limits = new ArrayList<>();
    if (!recorded.whole()) {
      limits.add(new AccessesUnknown(new CountersReason.SamplesCut(), false));
    }
    int unreadable = recorded.samples().unreadable();
    if (unreadable > 0) {
      limits.add(
          new AccessesUnknown(
              new CountersReason.SamplesUnreadable(
                  unreadable,
                  Shown.text(recorded.samples().firstUnreadable().orElse(""), LONGEST_REASON)),
              false));
    }
    Reading<AccessResult> report =
        places.with(known -> {
          AccessTally tally = new AccessTally(lineBytes()).add(recorded.samples().samples(), known);
          AccessResult result = new AccessText(tally, known).report(how);
          known.couldNot().forEach(why -> limits.add(new CountersReason.DataPlacesUnknown(why)));
          return result;
        });
    return switch (report) {
      case Reading.Unavailable<AccessResult> none -> AccessResult.failed(none.why());
      case Reading.Value<AccessResult>(AccessResult result) -> result.with(limits);
    };
  }

  private int lineBytes() {
    int told = new Cpus(root).cacheLineBytes().orElse(USUAL_LINE_BYTES);
    return Integer.bitCount(told) == 1 ? told : USUAL_LINE_BYTES;
  }

  /** Samples accesses during the counting, on its own thread. */
  static final class Slice {
    /** The time limit for ending perf and removing its files. */
    private static final long TIDY_MS = 1_000;

    private static final AccessResult INTERRUPTED =
        AccessResult.failed(new SystemReason.Interrupted(SystemReason.Interruption.SAMPLING));

    private final CompletableFuture<AccessResult> result = new CompletableFuture<>();
    private final Thread thread;

    /** Starts at once. */
    Slice(AccessLook look) {
      thread = Thread.ofPlatform().daemon().name("examination-accesses").start(() -> take(look));
    }

    /** Always produces an answer for the waiting thread. */
    private void take(AccessLook look) {
      AccessResult taken = AccessResult.failed(new CountersReason.SamplingFailed(""));
      try {
        taken = look.take();
      } catch (RuntimeException e) {
        taken = AccessResult.failed(new CountersReason.SamplingFailed(e.toString()));
      } finally {
        result.complete(taken);
      }
    }

    /** Ends it early. */
    void interrupt() {
      thread.interrupt();
      result.completeOnTimeout(INTERRUPTED, TIDY_MS, TimeUnit.MILLISECONDS);
    }

    /** Waits for the result. An interrupt ends it, and stays set. */
    AccessResult await() {
      try {
        return result.get();
      } catch (InterruptedException e) {
        interrupt();
        AccessResult taken = result.join();
        Thread.currentThread().interrupt();
        return taken;
      } catch (ExecutionException e) {
        return AccessResult.failed(new CountersReason.SamplingFailed(String.valueOf(e.getCause())));
      }
    }
  }
}
