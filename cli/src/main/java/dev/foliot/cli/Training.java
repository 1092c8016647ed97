package dev.foliot.cli;

import dev.foliot.cli.screen.Console;
import dev.foliot.linux.Reading;
import dev.foliot.linux.perf.CpuSampler;
import dev.foliot.linux.perf.PerfEvent;
import dev.foliot.linux.perf.Watchpoints;
import dev.foliot.linux.process.ScratchFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What the launcher's AOT cache is made from (JEP 483 and 514): the commands whose start is waited
 * for, or whose CPU time is counted, played once in one JVM. Nothing of it is shown or kept, and
 * what cannot be done here is left out.
 */
final class Training {
  /** Set by the launcher while it makes the cache, to a folder that does not exist. */
  static final String PROPERTY = "foliot.training";

  private static final Path ROOT = Path.of("/");
  private static final int STACK_BYTES = 4_096;

  private Training() {}

  static void play(String folder) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Console console = new Console(nowhere, nowhere, false);
    String self = Long.toString(ProcessHandle.current().pid());
    Commands.execute(new String[] {"runs", "--json", "--store", folder}, console);
    // A JVM may always look at itself.
    String[] diagnose = {"diagnose", self, "--duration", "1s", "--no-store"};
    Commands.execute(diagnose, console);
    watch(ProcessHandle.current().pid());
    another(console);
  }

  /** Diagnoses another JVM: its threads, locks and pools, and how its answer is stored. */
  private static void another(Console console) {
    if (!(ScratchFolder.of("foliot-training-") instanceof Reading.Value<ScratchFolder> made)) {
      return;
    }
    try (ScratchFolder store = made.value();
        ChildJvm other = ChildJvm.start()) {
      Commands.execute(
          new String[] {
            "diagnose",
            other.pid(),
            "--duration",
            "1s",
            "--json",
            "--store",
            store.path().toString()
          },
          console);
    } catch (IOException e) {
      // the cache has less then
      return;
    }
  }

  /** A JVM to look at; it ends with this object, and with this JVM. */
  private record ChildJvm(Process process) implements AutoCloseable {
    static ChildJvm start() throws IOException {
      return new ChildJvm(
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx32m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  TrainingTarget.class.getName())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start());
    }

    String pid() {
      return Long.toString(process.pid());
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }

  /** This JVM is cured: nothing in it would be watched. */
  private static void watch(long pid) {
    List<Integer> first = List.of((int) pid);
    Duration window = Duration.ofMillis(2);
    try (Arena arena = Arena.ofConfined()) {
      PerfEvent.Watchpoint word =
          new PerfEvent.Watchpoint(
              PerfEvent.Access.WRITE, arena.allocate(ValueLayout.JAVA_LONG).address(), Long.BYTES);
      Watchpoints.hitCostNs();
      Watchpoints.sampledHitCostNs(STACK_BYTES);
      Watchpoints.count(ROOT, pid, first, List.of(word), window, 1);
      Watchpoints.sample(ROOT, pid, first, word, window, 1, STACK_BYTES);
      CpuSampler.sample(ROOT, pid, first, window, 100);
    }
  }
}
