package dev.foliot.pool.control;

/**
 * A fluid model of a pool: all tasks take the same time and flow evenly. As many run as the size
 * allows, and the bottleneck limits the ends.
 */
final class FluidPool {
  static final long MS = 1_000_000;

  /** As many permits as the virtual body begins with. */
  static final int MANY = 4096;

  private final Controller controller;
  private double taskNs;
  private double mostPerNs;
  int clients;
  int minimum = 1;
  int maximum = 32_767;
  CpuReading cpu = new CpuReading(2, 0.1, 0.1, 0);
  boolean stuck;

  /** Each stuck running task waits for one in the queue, which always holds one more. */
  boolean chained;

  private long nowNs;
  private int size;
  private double completed;
  private double taskTimeNs;
  private double ageNs;

  /**
   * A pool of threads that begins with 2.
   *
   * @param clients who wait for their task before they send another one
   * @param taskMs what a task takes alone
   * @param mostPerS the most that can end in a second
   */
  FluidPool(int clients, double taskMs, double mostPerS) {
    this(Unit.THREADS, 2, clients, taskMs, mostPerS);
  }

  /** One that begins with another size than 2. */
  FluidPool(Unit unit, int start, int clients, double taskMs, double mostPerS) {
    controller = new Controller(start, unit);
    size = start;
    this.clients = clients;
    taskNs = taskMs * MS;
    mostPerNs = mostPerS / 1e9;
  }

  /** From now on tasks take another time, as when their code has been compiled. */
  void change(double taskMs, double mostPerS) {
    taskNs = taskMs * MS;
    mostPerNs = mostPerS / 1e9;
  }

  /** Before the first look: the clock shows this time. */
  void beginAtNs(long ns) {
    nowNs = ns;
  }

  /** All tasks begin now. */
  void beginAnew() {
    ageNs = 0;
  }

  int size() {
    return size;
  }

  long nowMs() {
    return nowNs / MS;
  }

  /** The next decision, after the time that the one before asked for. */
  Decision look() {
    if (chained) {
      clients = size + 1;
    }
    Decision decision = controller.next(observation());
    size = decision.size();
    advance(decision.lookAgainNs());
    return decision;
  }

  /** Looks for so long; the last decision. */
  Decision lookFor(long ms) {
    long endNs = nowNs + ms * MS;
    Decision last = look();
    while (nowNs < endNs) {
      last = look();
    }
    return last;
  }

  private int running() {
    return Math.min(size, clients);
  }

  private void advance(long ns) {
    nowNs += ns;
    ageNs += ns;
    if (stuck || ageNs < taskNs) {
      return;
    }
    double perNs = Math.min(running() / taskNs, mostPerNs);
    completed += perNs * ns;
    taskTimeNs += perNs == 0 ? 0 : running() / perNs * perNs * ns;
  }

  private Observation observation() {
    int queued = clients - running();
    long ended = (long) completed;
    return new Observation(
        nowNs,
        new Observation.Limits(minimum, maximum),
        size,
        new Observation.Tasks(running(), queued, queued, running(), queued == 0 ? 0 : MS),
        new Observation.Counts(ended + clients, ended + running(), ended, 0),
        new Observation.Times((long) taskTimeNs, 0, 0, 0),
        cpu);
  }
}
