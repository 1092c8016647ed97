package dev.foliot.pool.control;

/**
 * Sums the events at one size until they make a sample. Throughput counts tasks that succeeded. The
 * standard error comes from batch means: throughputs of consecutive batches, each long enough to be
 * nearly independent of the next.
 */
final class Window {
  private static final int MOST_BATCHES = 64;
  private static final int GROUPS = 8;
  private static final double WAITING = 0.9;
  private static final double OFTEN = 0.5;

  private final double[] batchNs = new double[MOST_BATCHES];
  private final double[] batchCount = new double[MOST_BATCHES];
  private int batches;
  private long ns;
  private long completions;
  private long successes;
  private long taskTimeNs;
  private double busyNs;
  private boolean busyKnown = true;
  private long waitingNs;

  void add(Look look) {
    Elapsed elapsed = look.elapsed();
    if (batches == MOST_BATCHES) {
      halve();
    }
    batchNs[batches] = elapsed.ns();
    batchCount[batches] = elapsed.successes();
    batches++;
    ns += elapsed.ns();
    completions += elapsed.completions();
    successes += elapsed.successes();
    taskTimeNs += elapsed.taskTimeNs();
    busyKnown &= !Double.isNaN(look.busy());
    busyNs += busyKnown ? look.busy() * elapsed.ns() : 0;
    waitingNs += elapsed.waiting() ? elapsed.ns() : 0;
  }

  long ns() {
    return ns;
  }

  long completions() {
    return completions;
  }

  /** Number of tasks that ended with success. */
  long successes() {
    return successes;
  }

  /** Whether tasks waited long nearly all the time. */
  boolean waiting() {
    return waitingNs > WAITING * ns;
  }

  /** Whether tasks waited long most of the time. */
  boolean oftenWaiting() {
    return waitingNs > OFTEN * ns;
  }

  /** The mean wall time of a task; NaN without a task. */
  double taskTimeNs() {
    return completions == 0 ? Double.NaN : (double) taskTimeNs / completions;
  }

  /** The share of the CPU in use, NaN if it was sometimes unknown. */
  double busy() {
    return busyKnown && ns > 0 ? busyNs / ns : Double.NaN;
  }

  Sample sample(int size) {
    return new Sample(size, perS(), taskTimeNs(), error(), busy(), successes, waiting());
  }

  /**
   * Successes a second, between the first and the last look with successes. Otherwise tasks that
   * end together would count by the number of crowds in the window.
   */
  private double perS() {
    int first = 0;
    while (first < batches && batchCount[first] == 0) {
      first++;
    }
    int last = batches - 1;
    while (last > first && batchCount[last] == 0) {
      last--;
    }
    double time = 0;
    double count = 0;
    for (int i = first + 1; i <= last; i++) {
      time += batchNs[i];
      count += batchCount[i];
    }
    return count == 0 ? successes * 1e9 / ns : count * 1e9 / time;
  }

  /** The relative standard error of the throughput. */
  double error() {
    double poisson = 1 / Math.sqrt(Math.max(1, (double) successes));
    if (successes == 0 || batches < 2 * GROUPS || ns < GROUPS * 1.5 * taskTimeNs()) {
      return poisson;
    }
    double mean = (double) successes / ns;
    double squares = 0;
    for (int group = 0; group < GROUPS; group++) {
      double time = 0;
      double count = 0;
      for (int i = group * batches / GROUPS; i < (group + 1) * batches / GROUPS; i++) {
        time += batchNs[i];
        count += batchCount[i];
      }
      double off = count / time / mean - 1;
      squares += off * off;
    }
    return Math.sqrt(squares / (GROUPS - 1) / GROUPS);
  }

  private void halve() {
    for (int i = 0; i < MOST_BATCHES / 2; i++) {
      batchNs[i] = batchNs[2 * i] + batchNs[2 * i + 1];
      batchCount[i] = batchCount[2 * i] + batchCount[2 * i + 1];
    }
    batches = MOST_BATCHES / 2;
  }
}
