package dev.foliot.service;

import dev.foliot.service.profile.ForkProfile;
import dev.foliot.service.profile.ProfileChoice;
import dev.foliot.service.profile.ProfileWay;
import dev.foliot.service.profile.Profiler;
import dev.foliot.text.LabException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a run that may be profiled needs of a profiler. Safe for any thread. */
public final class RunProfiler implements AutoCloseable {
  private final @Nullable Profiler profiler;
  private final List<Path> jdks;

  private RunProfiler(@Nullable Profiler profiler, List<Path> jdks) {
    this.profiler = profiler;
    this.jdks = jdks;
  }

  /**
   * One for a run.
   *
   * @param choice what was asked for; null for no profiles
   * @param jdks the homes of the JDKs of the arms
   * @throws LabException if async-profiler was asked for by name and does not work in one of them
   */
  public static RunProfiler of(@Nullable ProfileChoice choice, List<Path> jdks) {
    if (choice == null) {
      return new RunProfiler(null, jdks);
    }
    Profiler profiler = Profiler.of(choice);
    List<String> refusals = choice == ProfileChoice.ASYNC ? profiler.refusals(jdks) : List.of();
    if (!refusals.isEmpty()) {
      profiler.close();
      throw LabException.environment("--profile=async: " + refusals.getFirst());
    }
    return new RunProfiler(profiler, jdks);
  }

  /** The profile of a JVM that is about to start on a JDK; of none where none was asked for. */
  public ForkProfile begin(Path jdk) {
    return ForkProfile.begin(profiler == null ? null : profiler.way(jdk));
  }

  /** How a JVM is profiled that runs already, the better way first; empty for not. */
  public List<ProfileWay> attachedWays() {
    return profiler == null ? List.of() : profiler.attachedWays();
  }

  /** An environment with what profiled in it, so that a comparison names it as a difference. */
  public Map<String, Object> in(Map<String, Object> environment) {
    if (profiler == null) {
      return environment;
    }
    Map<String, Object> all = new LinkedHashMap<>(environment);
    all.put("profile", profiler.said(jdks));
    return all;
  }

  @Override
  public void close() {
    if (profiler != null) {
      profiler.close();
    }
  }
}
