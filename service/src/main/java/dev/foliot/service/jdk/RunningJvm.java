package dev.foliot.service.jdk;

import dev.foliot.hotspot.HotspotJvm;
import dev.foliot.hotspot.perf.PerfData;
import dev.foliot.linux.Reading;
import dev.foliot.linux.proc.CommandLine;
import dev.foliot.service.Jdk;
import dev.foliot.store.study.StudyJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * The JVM of a running process, read from outside: what really runs, whatever its command says.
 *
 * <p>HotSpot's own counters have its version, its folder and the arguments that it took, those of
 * {@code JAVA_TOOL_OPTIONS} and {@code JDK_JAVA_OPTIONS} included. Without these counters, the
 * process's program and its command line say it.
 */
public final class RunningJvm {
  /** A server is seldom further from the script that starts it. */
  private static final int MOST_PROCESSES = 20;

  /** Options of {@code java} whose value is the next word. */
  private static final Set<String> WITH_VALUE =
      Set.of("-cp", "-classpath", "--class-path", "-p", "--module-path", "--add-modules");

  private RunningJvm() {}

  /**
   * The JVM of a process, or of its first descendant that has one; empty without any.
   *
   * @param root of the file system, usually "/"
   */
  public static Optional<StudyJvm> of(Path root, long pid) {
    LongStream descendants =
        ProcessHandle.of(pid).stream()
            .flatMap(ProcessHandle::descendants)
            .mapToLong(ProcessHandle::pid);
    return LongStream.concat(LongStream.of(pid), descendants)
        .limit(MOST_PROCESSES)
        .mapToObj(one -> ofProcess(root, one))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static Optional<StudyJvm> ofProcess(Path root, long pid) {
    Optional<StudyJvm> counted = Optional.empty();
    if (HotspotJvm.attach(root, pid) instanceof Reading.Value<HotspotJvm>(HotspotJvm jvm)) {
      try (jvm) {
        counted = jvm.perfData().toOptional().flatMap(RunningJvm::ofCounters);
      }
    }
    return counted.or(() -> ofProgram(root, pid));
  }

  /** From its counters; empty if they lack the version. */
  static Optional<StudyJvm> ofCounters(PerfData data) {
    return data.text("java.property.java.version")
        .map(version ->
            new StudyJvm(
                version,
                data.text("java.property.java.vm.version").orElse(""),
                data.text("java.property.java.vm.vendor").orElse(""),
                data.text("java.property.java.home").orElse(""),
                words(data.text("java.rt.vmArgs").orElse(""))));
  }

  private static List<String> words(String args) {
    return args.isBlank() ? List.of() : List.of(args.strip().split("\\s+", -1));
  }

  private static Optional<StudyJvm> ofProgram(Path root, long pid) {
    Path program = root.resolve("proc").resolve(Long.toString(pid)).resolve("exe");
    try {
      return Jdk.ofLauncher(Files.readSymbolicLink(program))
          .map(jdk ->
              new StudyJvm(
                  jdk.version(),
                  "",
                  "",
                  jdk.home().toString(),
                  CommandLine.of(root, pid).toOptional().map(RunningJvm::args).orElse(List.of())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** The words before the program that the JVM starts, without its class path. */
  private static List<String> args(List<String> words) {
    List<String> args = new ArrayList<>();
    for (int i = 1; i < words.size() && isOption(words.get(i)); i++) {
      if (WITH_VALUE.contains(words.get(i))) {
        i++;
      } else {
        args.add(words.get(i));
      }
    }
    return args;
  }

  private static boolean isOption(String word) {
    return word.startsWith("-") && !word.equals("-jar") && !word.equals("-m");
  }
}
