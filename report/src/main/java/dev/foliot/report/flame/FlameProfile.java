package dev.foliot.report.flame;

import dev.foliot.report.page.Foreign;
import dev.foliot.report.page.Units;
import dev.foliot.store.StoredRun;
import dev.foliot.store.profile.Profile;
import dev.foliot.store.profile.ProfileFiles;
import dev.foliot.store.profile.ProfileKind;
import dev.foliot.store.profile.ProfileRecord;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The profiles of the forks of one arm under one load, added up. Not safe for several threads. */
final class FlameProfile {
  private final String name;
  private final FlameTree tree;
  private final boolean isOfForks;
  private final Set<String> means = new LinkedHashSet<>();
  private final Set<String> reasons = new LinkedHashSet<>();
  private int forks;
  private long samples;
  private long lost;
  private long lostBytes;
  private long truncated;
  private long leftOut;
  private int depth;
  private long sliceNs;

  private FlameProfile(String name, String unit, boolean isOfForks) {
    this.name = name;
    this.isOfForks = isOfForks;
    tree = new FlameTree(unit);
  }

  /** A profile of a JVM that was attached to. */
  static FlameProfile of(ProfileKind kind, Profile profile) {
    FlameProfile all = new FlameProfile(kind.words(), kind.unit(), false);
    all.add(profile);
    return all;
  }

  /**
   * That of some forks; null where none was to be profiled.
   *
   * @param name of the arm, fit to be shown
   */
  static @Nullable FlameProfile of(String name, StoredRun run, List<Integer> forks) {
    FlameProfile all = new FlameProfile(name, ProfileKind.CPU.unit(), true);
    boolean asked = false;
    for (int fork : forks) {
      Profile profile = ProfileFiles.read(run, fork).orElse(null);
      if (profile != null) {
        asked = true;
        all.add(profile);
      }
    }
    return asked ? all : null;
  }

  private void add(Profile profile) {
    ProfileRecord record = profile.record();
    if (record.reason() != null) {
      reasons.add(Foreign.sentence(record.reason()));
    }
    if (record.means() == null) {
      return;
    }
    means.add(record.means());
    forks++;
    samples += record.sampling().samples();
    lost += record.sampling().lost();
    lostBytes += record.sampling().lostBytes();
    truncated += record.sampling().truncated();
    leftOut += record.sampling().leftOut();
    sliceNs = record.sampling().sliceNs();
    depth = Math.max(depth, record.sampling().depth());
    tree.add(profile.stacks());
  }

  String name() {
    return name;
  }

  FlameTree tree() {
    return tree;
  }

  /** The length of the slices of the time, in nanoseconds; 0 where they are not known. */
  long sliceNs() {
    return sliceNs;
  }

  /** Whether there is anything to draw. */
  boolean isDrawn() {
    return tree.samples() > 0;
  }

  /** Who sampled. */
  Set<String> means() {
    return Set.copyOf(means);
  }

  /** How much it is, and what is missing from it. */
  String counts() {
    if (forks == 0) {
      return name + " could not be profiled: " + reason();
    }
    return name
        + ": "
        + Units.count(samples, "sample")
        + (isOfForks ? " of " + Units.count(forks, "fork") : "")
        + " by "
        + means.stream().map(FlameProfile::who).collect(Collectors.joining(" and "))
        + "; "
        + Units.count(lost)
        + " had no stack"
        + (lostBytes > 0
            ? ", and the recorder lost " + Units.bytes((double) lostBytes) + " of events"
            : "")
        + "; "
        + (truncated == 0
            ? "no stack was cut"
            : Units.count(truncated) + " stacks were cut at " + depth + " frames")
        + (leftOut > 0 ? "; " + Units.count(leftOut) + " of rare stacks are not kept" : "")
        + "."
        + (reasons.isEmpty() ? "" : " Not by the better means: " + reason());
  }

  private String reason() {
    return reasons.isEmpty() ? "no reason is given" : String.join("; ", reasons) + ".";
  }

  private static String who(String means) {
    return switch (means) {
      case ProfileRecord.JFR -> "the flight recorder";
      case ProfileRecord.ASYNC -> "async-profiler";
      default -> Foreign.text(means, 40);
    };
  }
}
