package dev.foliot.checks.peers.pool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The CPUs that this process may run on. */
final class AllowedCpus {
  private static final String NAME = "Cpus_allowed_list:";

  private AllowedCpus() {}

  static List<Integer> read() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith(NAME))
        .findFirst()
        .map(line -> parse(line.substring(NAME.length()).strip()))
        .orElseThrow(() -> new IOException("/proc/self/status has no " + NAME));
  }

  /** Parses the kernel's list format, such as {@code 0-2,5}. */
  static List<Integer> parse(String list) {
    List<Integer> cpus = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int cpu = Integer.parseInt(ends[0]); cpu <= last; cpu++) {
        cpus.add(cpu);
      }
    }
    return cpus;
  }
}
