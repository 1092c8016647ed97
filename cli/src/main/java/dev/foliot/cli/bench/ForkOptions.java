package dev.foliot.cli.bench;

import dev.foliot.benchrun.BenchPlan;
import dev.foliot.cli.frame.Cpus;
import dev.foliot.linux.CpuList;
import dev.foliot.service.Jdk;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The forks of a bench: how many, on which JDKs and CPUs. */
final class ForkOptions {
  private static final int USUAL_FORKS = 5;
  private static final int SEED_BITS = 31;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "JVMs for each JDK, rate and combination of parameters (5).")
  private @Nullable Integer forks;

  @Option(
      names = "--jdk",
      paramLabel = "HOME",
      description = "The JDK of the forks; several are interleaved (the one that runs foliot).")
  private List<String> jdks = new ArrayList<>();

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "An argument for the forks' JVMs, as in --jvm-arg=-Xmx1g; may be repeated.")
  private List<String> jvmArgs = new ArrayList<>();

  @Option(names = "--cpus", paramLabel = "LIST", description = "The forks' CPUs, as in 0-3,8.")
  private @Nullable String cpus;

  @Option(names = "--seed", paramLabel = "N", description = "Fixes every random choice.")
  private @Nullable String seed;

  /** How many are asked for; null if the user does not say. */
  @Nullable Integer asked() {
    return forks;
  }

  /**
   * How many JVMs each has.
   *
   * @param ofTask what the task says; null for nothing
   */
  int count(@Nullable String ofTask) {
    return forks != null ? forks : ofTask != null ? Integer.parseInt(ofTask) : USUAL_FORKS;
  }

  /** The seed that is given. */
  long seedOr(long other) {
    return seed == null ? other : Long.parseLong(seed);
  }

  /** The seed that is given, or a fresh one, as text. */
  String seed() {
    return seed == null ? Long.toString(new SecureRandom().nextLong() >>> SEED_BITS) : seed;
  }

  /** Whether the JDKs are given. */
  boolean hasJdks() {
    return !jdks.isEmpty();
  }

  /**
   * The JVM on each JDK.
   *
   * @param args more arguments, after those of {@code --jvm-arg}
   */
  List<BenchPlan.ForkJvm> jvms(List<String> args) {
    CpuList cpuList = cpus == null ? null : Cpus.parse(cpus);
    List<String> all = new ArrayList<>(jvmArgs);
    all.addAll(args);
    List<Jdk> homes = jdks.isEmpty() ? List.of(Jdk.current()) : jdks.stream().map(Jdk::of).toList();
    return homes.stream().map(jdk -> new BenchPlan.ForkJvm(jdk, all, cpuList)).toList();
  }
}
