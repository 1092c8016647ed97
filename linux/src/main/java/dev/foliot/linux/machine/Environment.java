package dev.foliot.linux.machine;

import dev.foliot.linux.Reading;
import dev.foliot.linux.cgroup.Cgroup;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The conditions of a measurement: the fingerprint stored with every number.
 *
 * <p>{@code commit} is the one that is checked out in the current folder, whether or not its files
 * were changed since; absent outside of a repository of git.
 *
 * <p>Unreadable facts are listed in {@code unavailable} with their reasons. It never reads
 * environment variables.
 */
public final class Environment {
  private final Map<String, Object> facts = new LinkedHashMap<>();
  private final Map<String, Object> unavailable = new LinkedHashMap<>();

  private Environment() {}

  /**
   * Reads everything.
   *
   * @param root root of the kernel's files, usually "/"
   * @param pid process with the control groups to read
   */
  public static Map<String, Object> read(Path root, long pid) {
    Environment environment = new Environment();
    environment.machine(root);
    environment.kernel(root);
    environment.limits(root, pid);
    Checkout.commit(Path.of("").toAbsolutePath())
        .ifPresent(commit -> environment.facts.put("commit", commit));
    if (!environment.unavailable.isEmpty()) {
      environment.facts.put("unavailable", environment.unavailable);
    }
    return environment.facts;
  }

  private void machine(Path root) {
    Cpus cpus = new Cpus(root);
    put("cpu_model", cpus.modelName());
    put("cpus_online", cpus.online().map(Object::toString));
    put("cpu_count", cpus.online().map(list -> list.size()));
    facts.put("cpus_granted", Runtime.getRuntime().availableProcessors());
    put("physical_cores", cpus.physicalCores());
    put("smt", cpus.smtActive());
    put("governors", cpus.governors());
    put("cpus_isolated", cpus.isolated().map(Object::toString));
    put("cache_line_bytes", cpus.cacheLineBytes());
    put("virtualisation", Virtualisation.machine(root).map(Environment::kindAndEvidence));
    put("container", Virtualisation.container(root).map(Environment::kindAndEvidence));
  }

  private void kernel(Path root) {
    Kernel kernel = new Kernel(root);
    put("host", kernel.hostname());
    put("os", Reading.of(System.getProperty("os.name") + " " + System.getProperty("os.arch")));
    put("kernel", kernel.release());
    put("distribution", kernel.distribution());
    put("boot_flags", kernel.bootFlags());
    put("numa_nodes", kernel.numaNodes());
    put("clock_source", ClockSource.of(root).map(ClockSource::current));
    Reading<TransparentHugePages> hugePages = TransparentHugePages.of(root);
    put("thp_enabled", hugePages.map(TransparentHugePages::enabled));
    put("thp_defrag", hugePages.map(TransparentHugePages::defrag));
    put("swap_used_bytes", Swap.of(root).map(Swap::usedBytes));
    put(
        "load_average",
        LoadAverage.of(root)
            .map(load -> List.of(load.oneMinute(), load.fiveMinutes(), load.fifteenMinutes())));
  }

  private void limits(Path root, long pid) {
    Cgroup cgroup = new Cgroup(root, pid);
    put("cgroup_version", cgroup.version().map(Object::toString));
    put("cgroup_cpu_quota_cpus", cgroup.cpuQuotaCpus().map(Environment::orNone));
    put("cgroup_cpuset", cgroup.cpuset().map(Object::toString));
    put("cgroup_memory_limit_bytes", cgroup.memoryLimitBytes().map(Environment::orNone));
  }

  private static Object orNone(OptionalDouble limit) {
    return limit.isPresent() ? (Object) limit.getAsDouble() : "none";
  }

  private static Object orNone(OptionalLong limit) {
    return limit.isPresent() ? (Object) limit.getAsLong() : "none";
  }

  private static String kindAndEvidence(Virtualisation virtualisation) {
    return virtualisation.kind() + " (" + virtualisation.evidence() + ")";
  }

  private void put(String name, Reading<?> reading) {
    switch (reading) {
      case Reading.Value<?>(Object value) -> facts.put(name, value);
      case Reading.Unavailable<?> none -> unavailable.put(name, none.reason());
    }
  }
}
