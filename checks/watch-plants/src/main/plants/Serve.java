package plants;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A server with the service and its jobs: {@code Serve SERVER START_MS CELL_MS FOLDER
 * DEPENDENCY_PORT}. Prints its port. The loop that is late for a safepoint needs {@code
 * -XX:-UseCountedLoopSafepoints}.
 */
public final class Serve {
  private static final int LIVE = 3_000_000;
  private static final long LATE_NS = 400_000_000L;
  private static final int TRIED = 20_000_000;

  private Serve() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws Exception {
    Plant.Schedule schedule = new Plant.Schedule(Long.parseLong(args[1]), Long.parseLong(args[2]));
    Path folder = Path.of(args[3]);
    Orders orders = new Orders(Integer.parseInt(args[4]), folder);
    Server server =
        (Server) Class.forName("plants.On" + args[0]).getDeclaredConstructor().newInstance();
    int port = server.start(orders, folder.resolve("access.log"));
    List<long[]> live = new ArrayList<>();
    for (int i = 0; i < LIVE; i++) {
      live.add(new long[4]);
    }
    int times = times();
    new Spans(schedule, folder.resolve("spans-server"))
        .play(
            List.of(
                new Spans.Act(Plant.FULL_COLLECTION, span -> collect(live)),
                new Spans.Act(
                    Plant.HELD_LOCK, span -> orders.closeDay(span.toMs() - span.fromMs())),
                new Spans.Act(Plant.LATE_SAFEPOINT, span -> beLate(times)),
                inRequests(orders, Plant.CLASS_LOADING),
                inRequests(orders, Plant.FSYNC)));
    System.out.println("port " + port);
    Thread.currentThread().join();
  }

  private static Spans.Act inRequests(Orders orders, Plant plant) {
    return new Spans.Act(
        plant,
        span -> {
          orders.plant(plant);
          try {
            Spans.until(span.toMs());
          } finally {
            orders.plant(Plant.NOTHING);
          }
        });
  }

  private static void collect(List<long[]> live) {
    live.set(0, new long[4]);
    System.gc();
  }

  /** How often the loop goes round in its time. */
  private static int times() {
    long took = 0;
    for (int i = 0; i < 20_000; i++) {
      took += withoutPoll(1_000) & 1;
    }
    long startNs = System.nanoTime();
    took += withoutPoll(TRIED);
    long ns = System.nanoTime() - startNs + (took & 1);
    return (int) Math.min(Integer.MAX_VALUE / 2, TRIED * LATE_NS / Math.max(1, ns));
  }

  private static long withoutPoll(int times) {
    long sum = 1;
    for (int i = 0; i < times; i++) {
      sum = sum * 31 + i;
    }
    return sum;
  }

  private static void beLate(int times) throws InterruptedException {
    Thread loop =
        new Thread(
            () -> {
              if (withoutPoll(times) == 7) {
                System.out.println("impossible");
              }
            },
            "loop");
    loop.start();
    // it has to be in the loop
    Thread.sleep(20);
    if (Thread.getAllStackTraces().isEmpty()) {
      System.out.println("impossible");
    }
    loop.join();
  }
}
