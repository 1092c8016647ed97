package dev.foliot.service;

import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Cpus;
import dev.foliot.text.Reason;
import dev.foliot.text.ServiceReason;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Separate CPUs for the service, the load driver and the remote system. Immutable.
 *
 * <p>They take no CPU time from each other. Hardware threads of one core stay together, because
 * they share its units. Of two cores the service has one, driver and remote the other. Of three
 * each has one. Of more the service has half, and driver and remote share the rest.
 *
 * @param service for the arm under load
 * @param driver for the load driver
 * @param remote for the system that the service calls; the driver's own with too few CPUs
 * @param suspect why measurements on this partition are SUSPECT; empty if they are not
 * @param siblings the cores with more than one usable hardware thread
 */
public record CpuPartition(
    CpuList service, CpuList driver, CpuList remote, List<Reason> suspect, List<CpuList> siblings) {
  private static final int FEW = 3;

  /** Keeps copies. */
  public CpuPartition {
    suspect = List.copyOf(suspect);
    siblings = List.copyOf(siblings);
  }

  /** A partition of CPUs that are separate cores. */
  public CpuPartition(CpuList service, CpuList driver, CpuList remote, List<Reason> suspect) {
    this(service, driver, remote, suspect, List.of());
  }

  /** The partition of this machine's CPUs that the calling thread may use. */
  public static Reading<CpuPartition> here(Path root) {
    return switch (Affinity.ofCaller()) {
      case Reading.Unavailable<CpuList> none -> none.retyped();
      case Reading.Value<CpuList>(CpuList allowed) ->
          switch (new Cpus(root).cores()) {
            case Reading.Unavailable<List<CpuList>> none -> none.retyped();
            case Reading.Value<List<CpuList>>(List<CpuList> cores) ->
                Reading.of(of(allowed, cores));
          };
    };
  }

  /**
   * The partition of some CPUs.
   *
   * @param allowed the CPUs that may be used, at least one
   * @param cores the hardware threads of each core; unlisted CPUs are separate cores
   * @throws IllegalArgumentException if no CPU is allowed
   */
  public static CpuPartition of(CpuList allowed, List<CpuList> cores) {
    List<CpuList> mine = allowedCores(allowed, cores);
    int count = mine.size();
    if (count == 0) {
      throw new IllegalArgumentException("no CPU may be used");
    }
    if (count == 1) {
      return ofOneCore(mine.getFirst());
    }
    int service = Math.max(1, count / 2);
    int remote = count < FEW ? 0 : Math.max(1, (count - service) / 2);
    CpuList rest = joined(mine.subList(service, count - remote));
    return new CpuPartition(
        joined(mine.subList(0, service)),
        rest,
        remote == 0 ? rest : joined(mine.subList(count - remote, count)),
        List.of(),
        mine.stream().filter(core -> core.size() > 1).toList());
  }

  private static CpuPartition ofOneCore(CpuList core) {
    if (core.size() == 1) {
      return new CpuPartition(
          core, core, core, List.of(new ServiceReason.CpuShared(core.toString())));
    }
    int first = core.stream().findFirst().orElseThrow();
    CpuList others = CpuList.of(core.stream().skip(1).toArray());
    return new CpuPartition(
        CpuList.of(first),
        others,
        others,
        List.of(new ServiceReason.CoreShared(core.toString())),
        List.of(core));
  }

  /**
   * A copy with fewer CPUs for the service, for a scaling study. It takes one hardware thread of
   * each core first. Driver and remote keep theirs.
   *
   * @param count from 1 to the size of {@code service}
   * @throws IllegalArgumentException for another count
   */
  public CpuPartition withServiceCpus(int count) {
    if (count < 1 || count > service.size()) {
      throw new IllegalArgumentException(
          count + " CPUs for the service, which has " + service.size());
    }
    return new CpuPartition(
        CpuList.of(coresFirst(service.stream().toArray()).limit(count).toArray()),
        driver,
        remote,
        suspect,
        siblings);
  }

  /**
   * CPUs in the order for smaller selections. One hardware thread of each core comes first, then
   * the second ones.
   *
   * <p>Two threads of one core do less work than two cores, and throughput over such CPUs flattens
   * as if work queued.
   *
   * @param cpus some of this partition's
   */
  public IntStream coresFirst(int[] cpus) {
    IntStream.Builder ordered = IntStream.builder();
    int[] left = cpus.clone();
    while (left.length > 0) {
      BitSet taken = new BitSet();
      IntStream.Builder later = IntStream.builder();
      for (int cpu : left) {
        int core = siblingsOf(cpu);
        (core >= 0 && taken.get(core) ? later : ordered).add(cpu);
        if (core >= 0) {
          taken.set(core);
        }
      }
      left = later.build().toArray();
    }
    return ordered.build();
  }

  /**
   * Why work on some CPUs alone is SUSPECT: some of them share a core.
   *
   * @return a reason, or none
   */
  public List<Reason> sharedCores(CpuList cpus) {
    long cores =
        cpus.stream()
            .mapToObj(cpu -> siblingsOf(cpu) < 0 ? -1 - cpu : siblingsOf(cpu))
            .distinct()
            .count();
    return cores == cpus.size()
        ? List.of()
        : List.of(new ServiceReason.FewerCoresThanCpus(cpus.size(), cpus.toString(), cores));
  }

  /** The index of a CPU's core in the list of siblings; -1 for a separate core. */
  private int siblingsOf(int cpu) {
    return IntStream.range(0, siblings.size())
        .filter(core -> siblings.get(core).contains(cpu))
        .findFirst()
        .orElse(-1);
  }

  private static List<CpuList> allowedCores(CpuList allowed, List<CpuList> cores) {
    List<CpuList> mine = new ArrayList<>();
    BitSet seen = new BitSet();
    for (CpuList core : cores) {
      int[] cpus = core.stream().filter(cpu -> allowed.contains(cpu) && !seen.get(cpu)).toArray();
      if (cpus.length > 0) {
        mine.add(CpuList.of(cpus));
        IntStream.of(cpus).forEach(seen::set);
      }
    }
    allowed.stream().filter(cpu -> !seen.get(cpu)).mapToObj(CpuList::of).forEach(mine::add);
    return mine;
  }

  private static CpuList joined(List<CpuList> cores) {
    return CpuList.of(cores.stream().flatMapToInt(CpuList::stream).toArray());
  }
}
