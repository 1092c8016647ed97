package dev.foliot.service.profile;

import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.store.profile.ProfileStack;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Folds the execution samples of a flight recording: equal stacks become one with a count. One
 * thread.
 *
 * <p>Another process wrote the file, which may hold anything.
 */
final class StackFolder {
  private static final String SAMPLE = "jdk.ExecutionSample";
  private static final String LOSS = "jdk.DataLoss";
  private static final int MOST_DISTINCT = 100_000;
  private static final int LONGEST_NAME = 300;

  /** The address in a hidden class's name, which differs in every JVM. */
  private static final Pattern ADDRESS = Pattern.compile("[./+]0x[0-9a-f]{4,16}$");

  private final Instant from;
  private final Instant to;
  private final Map<List<String>, Long> stacks = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private long samples;
  private long lost;
  private long lostBytes;
  private long truncated;
  private long leftOut;

  private StackFolder(Instant from, Instant to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Reads a recording.
   *
   * @param means the profiler's name in the record
   * @param from earlier samples are left out
   * @param to later samples are left out
   */
  static Reading<Profile> fold(Path file, String means, Instant from, Instant to) {
    StackFolder folder = new StackFolder(from, to);
    return FlightFile.read(
        file, RecordingReason.Recording.SAMPLES, folder::add, () -> folder.profile(means));
  }

  private void add(RecordedEvent event) {
    Instant at = event.getStartTime();
    if (at.isBefore(from) || at.isAfter(to)) {
      return;
    }
    String type = event.getEventType().getName();
    if (type.equals(SAMPLE)) {
      sample(event.getStackTrace());
    } else if (type.equals(LOSS)) {
      lostBytes += Math.max(0, event.getLong("amount"));
    }
  }

  private void sample(@Nullable RecordedStackTrace trace) {
    if (trace == null || trace.getFrames().isEmpty()) {
      lost++;
      return;
    }
    samples++;
    if (trace.isTruncated()) {
      truncated++;
    }
    List<String> frames = new ArrayList<>(trace.getFrames().size());
    for (RecordedFrame frame : trace.getFrames()) {
      frames.add(name(frame.getMethod()));
    }
    Collections.reverse(frames);
    if (stacks.size() >= MOST_DISTINCT && !stacks.containsKey(frames)) {
      leftOut++;
    } else {
      stacks.merge(frames, 1L, Long::sum);
    }
  }

  private String name(@Nullable RecordedMethod method) {
    if (method == null) {
      return "?";
    }
    String type = method.getType() == null ? "" : String.valueOf(method.getType().getName());
    String plain = ADDRESS.matcher(type).replaceFirst("");
    String name = plain.isEmpty() ? method.getName() : plain + "." + method.getName();
    String shortened = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
    return names.size() < MOST_DISTINCT
        ? names.computeIfAbsent(shortened, same -> same)
        : shortened;
  }

  private Profile profile(String means) {
    List<ProfileStack> all = new ArrayList<>(stacks.size());
    stacks.forEach((frames, count) -> all.add(new ProfileStack(frames, count)));
    // in the order of their frames: equal samples give equal files
    all.sort((a, b) -> String.join(";", a.frames()).compareTo(String.join(";", b.frames())));
    return new Profile(
        new ProfileRecord(
            ProfileRecord.SCHEMA,
            means,
            new ProfileRecord.Sampling(
                ProfileWay.PERIOD_NS,
                ProfileWay.DEPTH,
                samples,
                lost,
                lostBytes,
                truncated,
                leftOut),
            null),
        all);
  }
}
