package dev.foliot.service.run;

import dev.foliot.linux.CpuList;
import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The command of an arm and its readiness check. Immutable.
 *
 * @param name for messages
 * @param words the command, an argument list; no shell reads it
 * @param folder the working folder; null for this process's own
 * @param environment variables added to this process's own, or replacing them
 * @param cpus where it may run; null for this process's CPUs
 * @param quotaCpus its CPU time, in CPUs; empty for all
 * @param memoryBytes its memory limit in the kernel; empty for all
 * @param health answers a GET with a status from 200 to 299 when the arm is ready: http, and a
 *     loopback address; null for a program that is not a server
 */
public record ArmCommand(
    String name,
    List<String> words,
    @Nullable Path folder,
    Map<String, String> environment,
    @Nullable CpuList cpus,
    OptionalDouble quotaCpus,
    OptionalLong memoryBytes,
    @Nullable URI health) {
  /**
   * Keeps copies.
   *
   * @throws IllegalArgumentException for an empty command, or a URL that is not http with a host
   *     and a port
   */
  public ArmCommand {
    words = List.copyOf(words);
    environment = Map.copyOf(environment);
    if (words.isEmpty() || words.getFirst().isBlank()) {
      throw new IllegalArgumentException("arm " + name + ": a command begins with a program");
    }
    if (health != null
        && (!"http".equals(health.getScheme())
            || health.getHost() == null
            || health.getPort() < 1)) {
      throw new IllegalArgumentException(
          "arm " + name + ": " + health + " is no health URL; write http://127.0.0.1:PORT/PATH");
    }
  }

  /** A command without limits, in this process's folder and environment. */
  public static ArmCommand of(String name, List<String> words, @Nullable URI health) {
    return new ArmCommand(
        name, words, null, Map.of(), null, OptionalDouble.empty(), OptionalLong.empty(), health);
  }

  /** The command for a main class on a JDK. */
  public static List<String> java(
      Jdk jdk, List<String> flags, ClassPath classPath, String main, List<String> arguments) {
    List<String> words = new ArrayList<>();
    words.add(jdk.java().toString());
    words.addAll(flags);
    words.add("-cp");
    words.add(classPath.toString());
    words.add(main);
    words.addAll(arguments);
    return List.copyOf(words);
  }

  /** A copy for some CPUs only. */
  public ArmCommand on(CpuList some) {
    return new ArmCommand(name, words, folder, environment, some, quotaCpus, memoryBytes, health);
  }

  /** A copy with limits. */
  public ArmCommand limited(OptionalDouble cpuTime, OptionalLong memory) {
    return new ArmCommand(name, words, folder, environment, cpus, cpuTime, memory, health);
  }
}
