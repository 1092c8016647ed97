package dev.foliot.diagnose;

import dev.foliot.diagnose.scheduler.Tracing;
import dev.foliot.hotspot.attach.Jcmd;
import java.nio.file.Path;

/** Starts a program in its own process, and waits for it. */
final class ChildParent {
  private ChildParent() {}

  /**
   * Starts the program.
   *
   * @param args jcmd or perf, and the folder whose bin contains it
   */
  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[1]);
    switch (args[0]) {
      case "jcmd" -> new Jcmd(folder, ProcessHandle.current().pid()).ask("VM.version");
      case "perf" -> Tracing.with(folder.resolve("bin/perf"), folder);
      default -> throw new IllegalArgumentException(args[0]);
    }
  }
}
