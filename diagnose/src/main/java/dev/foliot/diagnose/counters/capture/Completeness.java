package dev.foliot.diagnose.counters.capture;

import dev.foliot.diagnose.counters.capture.CaptureText.Line;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Whether all events of a capture say for how much of the time they were counted. Some versions of
 * perf do not, and then for none of them; one that lacks it among others was cut off.
 */
final class Completeness {
  private static final double MOST_PERCENT = 100.5;

  private boolean anySays;
  private @Nullable Line silent;
  private @Nullable Line wrong;

  void see(Line line, OptionalDouble percent) {
    if (percent.isEmpty()) {
      silent = silent == null ? line : silent;
      return;
    }
    anySays = true;
    double value = percent.getAsDouble();
    if ((value < 0 || value > MOST_PERCENT) && wrong == null) {
      wrong = line;
    }
  }

  void check(CaptureText text) {
    Line cut = silent;
    if (anySays && cut != null) {
      throw text.damaged(cut, "cut off: it does not say how long was counted");
    }
    Line bad = wrong;
    if (bad != null) {
      throw text.damaged(bad, "the share of the time that was counted is no percentage");
    }
  }
}
