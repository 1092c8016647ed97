package dev.foliot.diagnose.scheduler;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import java.nio.file.Path;
import java.util.Optional;

/** Traces wake-ups with a program that replaces perf. */
public final class Tracing {
  private Tracing() {}

  public static void with(Path perf, Path folder) throws InterruptedException {
    Launcher launcher = Launcher.ofSingles(Programs.ofThisProcess()).toOptional().orElseThrow();
    new WakeRecording(launcher, perf, folder, 1 << 20)
        .take(CpuList.of(0), (name, tid) -> Optional.of(tid), 1_000_000);
  }
}
