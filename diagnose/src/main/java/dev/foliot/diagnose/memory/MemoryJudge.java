package dev.foliot.diagnose.memory;

import dev.foliot.diagnose.memory.DirectBuffers.Counted;
import dev.foliot.diagnose.reason.MemoryReason;
import dev.foliot.hotspot.memory.MemoryPart;
import dev.foliot.linux.Reading;
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

/**
 * Decides which memory observations are findings, by the thresholds named in each finding. Pure.
 */
final class MemoryJudge {
  /** Smaller growth is not even shown. */
  static final long LEAST_SHOWN = 1 << 20;

  private static final long MIB = 1 << 20;

  /** Growth: at least this much, and this share of the resident memory. */
  private static final long LEAST_GROWTH = 16 * MIB;

  private static final double LEAST_GROWTH_SHARE = 0.02;
  private static final double HIGH_DOUBLING_S = 600;
  private static final double MEDIUM_DOUBLING_S = 86_400;

  /** Direct buffers of old owners: at least this much, and this share of the resident memory. */
  private static final long LEAST_OLD = 64 * MIB;

  private static final double LEAST_OLD_SHARE = 0.10;
  private static final double HIGH_OF_LIMIT = 0.90;
  private static final double MEDIUM_OF_LIMIT = 0.75;

  /** Threads: the minimum increase. */
  private static final long LEAST_THREADS = 20;

  /** Of a growth outside of the heap: from this share on it is that of direct memory. */
  private static final double LEAST_DIRECT_SHARE = 0.5;

  /** Arenas: at least this many. */
  private static final int FEWEST_ARENAS = 8;

  private static final double MANY_THREADS = 10_000;
  private static final double SURE_AFTER_S = 30;
  private static final double NS_PER_S = 1e9;

  private static final MemoryPart[] NATIVE = {
    MemoryPart.DIRECT_BUFFERS, MemoryPart.MALLOC, MemoryPart.OTHER_OFF_HEAP, MemoryPart.UNATTRIBUTED
  };

  private MemoryJudge() {}

  /** The findings, in no order; empty for an unremarkable JVM. */
  static List<ResourceFinding> findings(List<Snapshot> all) {
    List<ResourceFinding> findings = new ArrayList<>();
    promoted(all).ifPresent(findings::add);
    Optional<ResourceFinding> grows = growth(all, "memory outside of the heap", NATIVE);
    grows.ifPresent(findings::add);
    growth(all, "metaspace", MemoryPart.METASPACE).ifPresent(findings::add);
    stacks(all).ifPresent(findings::add);
    // native memory that grows lies in arenas: its remedies name them, and it is one finding
    if (grows.filter(one -> one.kind() == FindingKind.NATIVE_MEMORY_GROWTH).isEmpty()) {
      arenas(all).ifPresent(findings::add);
    }
    return findings;
  }

  private static Optional<ResourceFinding> promoted(List<Snapshot> all) {
    Snapshot last = Snapshot.latest(all);
    long resident = last.use().residentBytes();
    if (!(last.direct() instanceof Reading.Value<DirectBuffers>(DirectBuffers direct))
        || direct.oldBytes() < LEAST_OLD
        || direct.oldBytes() < LEAST_OLD_SHARE * resident) {
      return Optional.empty();
    }
    Counted counted = last.counted().orElse(new Counted(direct.bytes(), direct.buffers(), 0));
    double ofLimit = counted.limitBytes() > 0 ? (double) counted.bytes() / counted.limitBytes() : 0;
    Optional<Growth> grows = Growth.of(Snapshot.old(all), LEAST_GROWTH);
    Severity severity =
        ofLimit >= HIGH_OF_LIMIT
            ? Severity.HIGH
            : ofLimit >= MEDIUM_OF_LIMIT || grows.isPresent() ? Severity.MEDIUM : Severity.LOW;
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(
        new Evidence(
            "direct memory whose owners are in the old generation",
            mib(direct.oldBytes()),
            "MiB",
            Numbers.count(direct.oldBuffers(), "buffer") + "; by a walk through all cleaners"));
    evidence.add(
        new Evidence("direct memory in all", mib(counted.bytes()), "MiB", "by the JDK's count"));
    if (counted.limitBytes() > 0) {
      evidence.add(new Evidence("its limit", mib(counted.limitBytes()), "MiB", "by the JDK"));
    }
    evidence.add(new Evidence("in RAM", mib(resident), "MiB"));
    grows.ifPresent(growth -> evidence.add(rate("growth of the first", growth)));
    return Optional.of(
        new ResourceFinding(
            FindingKind.PROMOTED_BUFFERS,
            new Grade(
                severity,
                new MemoryReason.OldDirectMemory(
                    direct.oldBytes(),
                    (double) direct.oldBytes() / resident,
                    counted.limitBytes() > 0 ? ofLimit : null,
                    grows.isPresent())),
            "direct buffers",
            evidence,
            new Advice(
                MemoryText.promoted(direct, counted),
                MemoryText.promotedRemedies(counted),
                grows.isPresent() || severity == Severity.HIGH ? 0.8 : 0.5)));
  }

  private static Optional<ResourceFinding> growth(
      List<Snapshot> all, String subject, MemoryPart... parts) {
    long resident = all.getLast().use().residentBytes();
    long least = Math.max(LEAST_GROWTH, (long) (LEAST_GROWTH_SHARE * resident));
    Optional<Growth> found = Growth.of(Snapshot.parts(all, parts), least);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Growth growth = found.get();
    double doublingS = resident / growth.perS();
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(rate("growth of " + subject, growth));
    for (MemoryPart part : parts) {
      Growth.of(Snapshot.parts(all, part), LEAST_SHOWN)
          .filter(one -> parts.length > 1)
          .ifPresent(one -> evidence.add(rate("of it: " + part.words(), one)));
    }
    Growth.of(Snapshot.reserved(all), LEAST_SHOWN)
        .filter(one -> parts.length > 1)
        .ifPresent(one -> evidence.add(rate("direct memory by the JDK's count", one)));
    evidence.add(new Evidence("in RAM", mib(resident), "MiB"));
    FindingKind kind =
        parts.length == 1
            ? FindingKind.METASPACE_GROWTH
            : isDirect(all, growth)
                ? FindingKind.DIRECT_MEMORY_GROWTH
                : FindingKind.NATIVE_MEMORY_GROWTH;
    String about = kind == FindingKind.DIRECT_MEMORY_GROWTH ? "direct memory" : subject;
    return Optional.of(
        new ResourceFinding(
            kind,
            new Grade(
                severity(doublingS),
                new MemoryReason.MemoryGrows(growth.amount(), growth.perS(), doublingS)),
            about,
            evidence,
            kind.advice(sure(all))));
  }

  /** Whether direct buffers are most of a growth, by their pages or by the JDK's count. */
  private static boolean isDirect(List<Snapshot> all, Growth growth) {
    long least = Math.max(LEAST_SHOWN, (long) (LEAST_DIRECT_SHARE * growth.amount()));
    return Growth.of(Snapshot.parts(all, MemoryPart.DIRECT_BUFFERS), least).isPresent()
        || Growth.of(Snapshot.reserved(all), least).isPresent();
  }

  /** Arenas of malloc; what of them is free inside cannot be read from outside. */
  private static Optional<ResourceFinding> arenas(List<Snapshot> all) {
    Snapshot last = Snapshot.latest(all);
    if (!(last.resident() instanceof Reading.Value<Resident>(Resident resident))) {
      return Optional.empty();
    }
    // direct buffers of less than 128 KiB lie in arenas too: they are in use, and have findings
    long bytes = Math.min(resident.arenas().residentBytes(), malloc(resident));
    long whole = resident.split().residentBytes();
    double share = whole == 0 ? 0 : (double) bytes / whole;
    Optional<Severity> severity = FindingKind.MALLOC_ARENAS.severity((double) bytes, share);
    if (resident.arenas().count() < FEWEST_ARENAS || severity.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new ResourceFinding(
            FindingKind.MALLOC_ARENAS,
            new Grade(
                severity.get(),
                new MemoryReason.ArenasLarge(resident.arenas().count(), bytes, share)),
            "arenas of malloc",
            List.of(
                new Evidence(
                    "arenas",
                    (double) resident.arenas().count(),
                    "",
                    "of 1 MiB and more, without the main one"),
                new Evidence(
                    "arenas in RAM, without direct buffers",
                    mib(bytes),
                    "MiB",
                    Numbers.percent(share) + " of RSS"),
                new Evidence("threads", last.use().threads(), ""),
                new Evidence("free inside the arenas", null, "MiB", "not examined")),
            FindingKind.MALLOC_ARENAS.advice(0.6)));
  }

  /** The memory of malloc without direct buffers, as far as the split separates them. */
  private static long malloc(Resident resident) {
    return resident.split().parts().getOrDefault(MemoryPart.MALLOC, Long.MAX_VALUE);
  }

  private static Severity severity(double doublingS) {
    return doublingS < HIGH_DOUBLING_S
        ? Severity.HIGH
        : doublingS < MEDIUM_DOUBLING_S ? Severity.MEDIUM : Severity.LOW;
  }

  /** The confidence; a JVM that warms up also grows for a while. */
  private static double sure(List<Snapshot> all) {
    double spanS = (all.getLast().atNs() - all.getFirst().atNs()) / NS_PER_S;
    return spanS >= SURE_AFTER_S ? 0.9 : 0.6;
  }

  private static Evidence rate(String name, Growth growth) {
    return new Evidence(
        name,
        growth.perS() / MIB,
        "MiB/s",
        "from " + Numbers.binaryBytes(growth.from()) + " to " + Numbers.binaryBytes(growth.to()));
  }

  private static Optional<ResourceFinding> stacks(List<Snapshot> all) {
    Snapshot last = Snapshot.latest(all);
    if (!(last.resident() instanceof Reading.Value<Resident>(Resident resident))) {
      return Optional.empty();
    }
    long touched = resident.split().bytes(MemoryPart.THREAD_STACKS);
    long whole = resident.split().residentBytes();
    double share = whole == 0 ? 0 : (double) touched / whole;
    Optional<Severity> large = FindingKind.THREAD_STACKS.severity((double) touched, share);
    Optional<Growth> grows = Growth.of(Snapshot.threads(all), LEAST_THREADS);
    if (large.isEmpty() && grows.isEmpty()) {
      return Optional.empty();
    }
    double manyS = grows.map(growth -> MANY_THREADS / growth.perS()).orElse(Double.MAX_VALUE);
    boolean high = large.equals(Optional.of(Severity.HIGH)) || manyS < HIGH_DOUBLING_S;
    FindingKind kind = grows.isPresent() ? FindingKind.THREAD_GROWTH : FindingKind.THREAD_STACKS;
    List<Evidence> evidence = new ArrayList<>();
    evidence.add(new Evidence("threads", last.use().threads(), ""));
    grows.ifPresent(growth ->
        evidence.add(
            new Evidence(
                "more threads",
                growth.perS(),
                "a second",
                "from " + growth.from() + " to " + growth.to())));
    evidence.add(new Evidence("stacks in RAM", mib(touched), "MiB", "touched so far"));
    evidence.add(
        new Evidence(
            "stacks reserved",
            mib(resident.stackReservedBytes()),
            "MiB",
            "by " + Numbers.count(resident.stacks(), "Java thread")));
    return Optional.of(
        new ResourceFinding(
            kind,
            new Grade(
                high ? Severity.HIGH : Severity.MEDIUM,
                new MemoryReason.StacksLarge(touched, share, grows.map(Growth::perS).orElse(null))),
            grows.isPresent() ? "threads" : "thread stacks",
            evidence,
            kind.advice(grows.isPresent() ? sure(all) : 0.9)));
  }

  private static double mib(long bytes) {
    return (double) bytes / MIB;
  }
}
