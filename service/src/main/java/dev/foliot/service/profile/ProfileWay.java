package dev.foliot.service.profile;

import dev.foliot.text.Reason;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A way to profile JVMs. Immutable. */
public sealed interface ProfileWay {
  /** The interval between samples of a thread, in nanoseconds. */
  long PERIOD_NS = 10_000_000;

  /** The interval between samples of a thread, whether it runs or waits, in nanoseconds. */
  long WALL_NS = 50_000_000;

  /** One allocation is sampled for so many bytes. */
  long ALLOCATED_BYTES = 512 << 10;

  /** Shorter waits for locks are left out, in nanoseconds. */
  long LOCK_NS = 100_000;

  /** The maximum depth of a stack. */
  int DEPTH = 256;

  /**
   * The flight recorder.
   *
   * @param why async-profiler, the better choice, was not used; null for no reason
   */
  record Jfr(@Nullable Reason why) implements ProfileWay {}

  /**
   * async-profiler, with timers of CPU time, which need no rights.
   *
   * @param library its native library
   */
  record Async(Path library) implements ProfileWay {
    /** Its start options; its output is read as a flight recording. */
    public String start(Path file) {
      return start(file, "");
    }

    /** The same for all kinds of profiles; it ends by itself after a time. */
    String startAll(Path file, Duration atMost) {
      return start(
          file,
          ",wall="
              + WALL_NS
              + ",alloc="
              + ALLOCATED_BYTES
              + ",lock="
              + LOCK_NS
              + ",timeout="
              + Math.max(1, atMost.toSeconds()));
    }

    private static String start(Path file, String more) {
      return "start,event=ctimer,interval="
          + PERIOD_NS
          + more
          + ",jstackdepth="
          + DEPTH
          // its messages do not belong to the program's output
          + ",log=/dev/null,jfr,file="
          + file;
    }
  }

  /**
   * No profile.
   *
   * @param why with a remedy
   */
  record None(Reason why) implements ProfileWay {}
}
