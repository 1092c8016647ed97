package dev.foliot.service.run;

import dev.foliot.bench.NanoClock;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** Starts an arm with a child, prints its pid, and stays; a separate process. */
final class SmallParent {
  private SmallParent() {}

  public static void main(String[] args) throws Exception {
    RunningArm arm =
        RunningArm.start(
            Services.command(Integer.parseInt(args[0]), "parent"),
            Path.of(args[1]),
            Services.LONG_NS,
            Services.LONG_NS,
            NanoClock.system());
    System.out.println(arm.pid());
    new CountDownLatch(1).await();
  }
}
