package dev.foliot.checks.peers.pool;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import org.openjdk.jmh.runner.RunnerException;

/** One pool in a separate JVM under one case: {@code CASE BODY SIZE LENGTH STEPS_PER_NS}. */
final class PoolPeer {
  private PoolPeer() {}

  public static void main(String[] args) throws RunnerException {
    Case load = new Cases(Length.valueOf(args[3])).named(args[0]);
    Body body = Body.valueOf(args[1]);
    int size = Integer.parseInt(args[2]);
    if (load.kind() == Kind.JMH) {
      EmptyTasks.run(load.steps().getFirst(), body, size);
    } else {
      Burn burn = new Burn(Double.parseDouble(args[4]));
      double check = burn.check();
      int threadsBefore = Own.threads();
      ExecutorService pool = body.open(size);
      new Load(load, burn, pool, threadsBefore).run();
      double heapMb = Own.heapMb();
      for (int step = 0; step < load.steps().size(); step++) {
        HarnessResult.tell(step, Figure.HEAP_MB, heapMb);
        HarnessResult.tell(step, Figure.BURN, check);
      }
    }
    System.out.flush();
    // callers go on and a pool may wait for them; the results are printed
    Runtime.getRuntime().halt(0);
  }

  /** Its command-line arguments. */
  static List<String> words(Case load, Body body, int size, Length length, double stepsPerNs) {
    return List.of(
        load.name(),
        body.name(),
        Integer.toString(size),
        length.name(),
        String.format(Locale.ROOT, "%.6f", stepsPerNs));
  }
}
