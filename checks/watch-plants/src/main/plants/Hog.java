package plants;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that uses all CPUs at its time: {@code Hog START_MS CELL_MS FOLDER}. */
public final class Hog {
  private static final int THREADS = 8;

  private Hog() {}

  /** Is ready until it is ended. */
  public static void main(String[] args) throws Exception {
    new Spans(
            new Plant.Schedule(Long.parseLong(args[0]), Long.parseLong(args[1])),
            Path.of(args[2]).resolve("spans-hog"))
        .play(List.of(new Spans.Act(Plant.CPU_HOG, Hog::hog)));
    Thread.currentThread().join();
  }

  private static void hog(Plant.Span span) throws InterruptedException {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Thread one =
          new Thread(() -> {
            while (System.currentTimeMillis() < span.toMs()) {
              Thread.onSpinWait();
            }
          });
      one.start();
      all.add(one);
    }
    for (Thread one : all) {
      one.join();
    }
  }
}
