package dev.foliot.checks.peers.pool;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The CPU time of this process and of all others since the creation of this object. */
final class CpuUse {
  /** The kernel counts in hundredths of a second, whatever its own tick. */
  private static final double NS_PER_TICK = 1e7;

  private static final int IDLE = 3;
  private static final int WAITING = 4;
  private static final int STOLEN = 7;

  /** Includes those that this process may not use. */
  private static final long MACHINE_CPUS =
      stat().stream().filter(line -> line.matches("cpu\\d.*")).count();

  private final long fromNs = System.nanoTime();
  private final long fromOwnNs = Own.cpuNs();
  private final double fromBusyNs = busyNs(stat().getFirst());

  /** CPU time of this process. */
  double ownNs() {
    return Own.cpuNs() - fromOwnNs;
  }

  /** The share of the machine's CPUs used by others, hypervisor included; 0 to 1. */
  double othersShare() {
    double othersNs = busyNs(stat().getFirst()) - fromBusyNs - ownNs();
    double wallNs = System.nanoTime() - fromNs;
    return Math.clamp(othersNs / (wallNs * MACHINE_CPUS), 0, 1);
  }

  /** From the first line of {@code /proc/stat}: all except idle and waiting for a disk. */
  static double busyNs(String stat) {
    String[] words = stat.strip().split(" +", -1);
    double ticks = 0;
    // the time of guests is part of their hosts' time
    for (int i = 0; i <= STOLEN; i++) {
      ticks += i == IDLE || i == WAITING ? 0 : Double.parseDouble(words[i + 1]);
    }
    return ticks * NS_PER_TICK;
  }

  private static List<String> stat() {
    try {
      return Files.readAllLines(Path.of("/proc/stat"));
    } catch (IOException e) {
      throw new UncheckedIOException("/proc/stat cannot be read; this runs on Linux", e);
    }
  }
}
