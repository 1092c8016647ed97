package dev.foliot.service.profile;

import dev.foliot.text.Reason;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** How JVMs are profiled. Immutable. */
public sealed interface ProfileWay {
  /** Between two samples of a thread, in nanoseconds. */
  long PERIOD_NS = 10_000_000;

  /** How many frames of a stack are kept. */
  int DEPTH = 256;

  /**
   * By the flight recorder.
   *
   * @param why not by async-profiler, where that would have been better; null for no reason
   */
  record Jfr(@Nullable Reason why) implements ProfileWay {}

  /**
   * By async-profiler, with timers of CPU time, which need no rights.
   *
   * @param library its native library
   */
  record Async(Path library) implements ProfileWay {
    /** What it is told to begin with; what it writes is read as a flight recording. */
    public String start(Path file) {
      return "start,event=ctimer,interval="
          + PERIOD_NS
          + ",jstackdepth="
          + DEPTH
          // what it says of itself is no output of the program
          + ",log=/dev/null,jfr,file="
          + file;
    }
  }

  /**
   * Not at all.
   *
   * @param why with what would help
   */
  record None(Reason why) implements ProfileWay {}
}
