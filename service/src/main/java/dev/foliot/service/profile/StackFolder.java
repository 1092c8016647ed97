package dev.foliot.service.profile;

import dev.foliot.hotspot.flight.FlightFile;
import dev.foliot.hotspot.reason.RecordingReason;
import dev.foliot.linux.Reading;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.store.profile.ProfileRecord;
import dev.foliot.store.profile.ProfileStack;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
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
  private static final long BYTES_PER_KIB = 1 << 10;
  private static final String LOSS = "jdk.DataLoss";
  private static final long NS_PER_US = 1_000;
  private static final int MOST_DISTINCT = 100_000;
  private static final int LONGEST_NAME = 300;

  /** The address in a hidden class's name, which differs in every JVM. */
  private static final Pattern ADDRESS = Pattern.compile("[./+]0x[0-9a-f]{4,16}$");

  private final ProfileKind kind;
  private final Instant from;
  private final Instant to;
  private final int slices;
  private final Map<List<String>, long[]> stacks = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private long samples;
  private long lost;
  private long lostBytes;
  private long truncated;
  private long leftOut;

  private StackFolder(ProfileKind kind, Instant from, Instant to, int slices) {
    this.kind = kind;
    this.from = from;
    this.to = to;
    this.slices = slices;
  }

  /**
   * Reads a recording.
   *
   * @param kind which of its events
   * @param means the profiler's name in the record
   * @param from earlier samples are left out
   * @param to later samples are left out
   * @param slices into how many equal parts the time is divided; 0 for none
   */
  static Reading<Profile> fold(
      ProfileKind kind, Path file, String means, Instant from, Instant to, int slices) {
    StackFolder folder = new StackFolder(kind, from, to, slices);
    return FlightFile.read(
        file, RecordingReason.Recording.SAMPLES, folder::add, () -> folder.profile(means));
  }

  private void add(RecordedEvent event) {
    Instant at = event.getStartTime();
    if (at.isBefore(from) || at.isAfter(to)) {
      return;
    }
    String type = event.getEventType().getName();
    long weight = weight(type, event);
    if (weight > 0) {
      sample(event.getStackTrace(), weight, slice(at));
    } else if (type.equals(LOSS)) {
      lostBytes += Math.max(0, event.getLong("amount"));
    }
  }

  private int slice(Instant at) {
    return slices == 0
        ? 0
        : (int) Math.min(slices - 1L, Duration.between(from, at).toNanos() / sliceNs());
  }

  private long sliceNs() {
    return slices == 0 ? 0 : Math.max(1, Duration.between(from, to).toNanos() / slices);
  }

  /** What an event counts, in the unit of the kind; 0 for an event of another kind. */
  private long weight(String type, RecordedEvent event) {
    return switch (kind) {
      case CPU -> type.equals("jdk.ExecutionSample") ? 1 : 0;
      case WALL -> type.equals("profiler.WallClockSample") ? of(event, "samples", 1) : 0;
      case ALLOCATION ->
          switch (type) {
            case "jdk.ObjectAllocationInNewTLAB" -> of(event, "tlabSize", BYTES_PER_KIB);
            case "jdk.ObjectAllocationOutsideTLAB" -> of(event, "allocationSize", BYTES_PER_KIB);
            case "jdk.ObjectAllocationSample" -> of(event, "weight", BYTES_PER_KIB);
            default -> 0;
          };
      case LOCK ->
          type.equals("jdk.JavaMonitorEnter") || type.equals("jdk.ThreadPark")
              ? Math.max(1, event.getDuration().toNanos() / NS_PER_US)
              : 0;
    };
  }

  private static long of(RecordedEvent event, String field, long unit) {
    return event.hasField(field) ? Math.max(1, event.getLong(field) / unit) : 1;
  }

  private void sample(@Nullable RecordedStackTrace trace, long weight, int slice) {
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
      stacks.computeIfAbsent(frames, any -> new long[Math.max(1, slices)])[slice] += weight;
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

  private long periodNs() {
    return switch (kind) {
      case CPU -> ProfileWay.PERIOD_NS;
      case WALL -> ProfileWay.WALL_NS;
      case ALLOCATION, LOCK -> 0;
    };
  }

  private Profile profile(String means) {
    List<ProfileStack> all = new ArrayList<>(stacks.size());
    stacks.forEach((frames, counts) ->
        all.add(
            new ProfileStack(
                frames,
                LongStream.of(counts).sum(),
                slices == 0 ? List.of() : LongStream.of(counts).boxed().toList())));
    // in the order of their frames: equal samples give equal files
    all.sort((a, b) -> String.join(";", a.frames()).compareTo(String.join(";", b.frames())));
    return new Profile(
        new ProfileRecord(
            ProfileRecord.SCHEMA,
            means,
            new ProfileRecord.Sampling(
                periodNs(),
                ProfileWay.DEPTH,
                samples,
                lost,
                lostBytes,
                truncated,
                leftOut,
                sliceNs()),
            null),
        all);
  }
}
