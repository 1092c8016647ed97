package dev.foliot.diagnose.runtime;

import dev.foliot.diagnose.reason.RuntimeReason;
import dev.foliot.diagnose.reason.RuntimeReason.SlowCode.Mode;
import dev.foliot.hotspot.memory.CodeCacheUse;
import dev.foliot.store.diagnosis.Evidence;
import dev.foliot.store.diagnosis.Finding.Advice;
import dev.foliot.store.diagnosis.Finding.Grade;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Decides which observations of compiled code are findings. Pure. */
final class CodeJudge {
  static final double FREE_MEDIUM = 0.10;
  static final double FREE_HIGH = 0.03;

  /** A program that uses less loses little. */
  static final double BUSY_CPUS = 0.2;

  private static final double MIB = 1 << 20;

  private CodeJudge() {}

  /** A code cache without room. */
  static Optional<ResourceFinding> codeCache(RuntimeObservations observed) {
    if (observed.codeCache().isEmpty()) {
      return Optional.empty();
    }
    CodeCacheUse code = observed.codeCache().get();
    long least = observed.settings().map(JvmSettings::leastCodeBytes).orElse(0L);
    long timesFull = observed.timesFull();
    long timesFullNow = observed.timesFullNow();
    boolean isFull =
        timesFullNow > 0
            || code.freeBytes() < FREE_HIGH * code.reservedBytes()
            || code.freeBytes() < least;
    boolean wasFull = timesFull > 0 && observed.isCodeTight();
    if (!isFull && !wasFull && code.freeBytes() >= FREE_MEDIUM * code.reservedBytes()) {
      return Optional.empty();
    }
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(new Evidence("left for compiled methods", code.freeBytes() / MIB, "MiB"));
    evidence.add(new Evidence("reserved for compiled methods", code.reservedBytes() / MIB, "MiB"));
    evidence.add(new Evidence("the compilers stop below", least / MIB, "MiB"));
    evidence.add(
        new Evidence(
            "methods that found no room",
            code.timesFull().isPresent() ? (double) timesFullNow : null,
            "in this time",
            code.timesFull().isPresent()
                ? Numbers.count(timesFull) + " since the start of the JVM"
                : "not readable in this JVM"));
    cpuEvidence(observed, evidence);
    return Optional.of(
        new ResourceFinding(
            FindingKind.CODE_CACHE_FULL,
            new Grade(
                isFull ? Severity.HIGH : Severity.MEDIUM,
                new RuntimeReason.CodeCacheFilled(
                    code.freeBytes(), code.reservedBytes(), least, timesFull, timesFullNow)),
            "code cache",
            evidence,
            FindingKind.CODE_CACHE_FULL.advice(0.9)));
  }

  /** Methods that are interpreted, or compiled by C1 alone. */
  static Optional<ResourceFinding> slowCode(RuntimeObservations observed) {
    return observed.slow().map(mode -> slowCode(observed, mode));
  }

  private static ResourceFinding slowCode(RuntimeObservations observed, Mode mode) {
    double cpus = observed.work().map(work -> observed.cpusOf(work.programNs())).orElse(0.0);
    boolean isStopped = mode == Mode.COMPILERS_STOPPED;
    boolean isOff = mode == Mode.COMPILERS_OFF || isStopped;
    Severity most = mode == Mode.C1_ONLY || isStopped ? Severity.MEDIUM : Severity.HIGH;
    List<Evidence> evidence = new ArrayList<>();
    cpuEvidence(observed, evidence);
    return new ResourceFinding(
        isOff ? FindingKind.COMPILER_DISABLED : FindingKind.INTERPRETED,
        new Grade(cpus >= BUSY_CPUS ? most : Severity.LOW, new RuntimeReason.SlowCode(mode, cpus)),
        "the program's methods",
        evidence,
        new Advice(
            RuntimeText.slowCode(mode),
            RuntimeText.slowCodeRemedies(mode),
            isStopped ? 0.6 : 0.95));
  }

  private static void cpuEvidence(RuntimeObservations observed, List<Evidence> evidence) {
    observed
        .work()
        .ifPresent(work -> {
          evidence.add(
              new Evidence(
                  "CPUs that the program used", observed.cpusOf(work.programNs()), "CPUs"));
          evidence.add(
              new Evidence("CPUs that the compilers used", observed.cpusOf(work.jitNs()), "CPUs"));
        });
  }
}
