package dev.foliot.checks.peers.pool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Runs the pool and its peers in turns and prints Markdown tables.
 *
 * <p>The order is random in each round. Arguments: {@code SHORT PARTS BODIES ROUNDS SEED}, where
 * BODIES, ROUNDS and SEED may be "default".
 */
final class PoolPeers {
  private static final String DEFAULT = "default";

  /** The least number of rounds for an interval that excludes one at each end. */
  private static final int ROUNDS = 9;

  private static final List<Body> SHORT_BODIES = List.of(Body.PLATFORM, Body.FIXED);

  private final boolean isShort;
  private final int rounds;
  private final List<Body> bodies;
  private final Random random;
  private final PoolProcess process;
  private final RawFigures raw;

  private PoolPeers(
      boolean isShort,
      int rounds,
      List<Body> bodies,
      Random random,
      PoolProcess process,
      RawFigures raw) {
    this.isShort = isShort;
    this.rounds = rounds;
    this.bodies = bodies;
    this.random = random;
    this.process = process;
    this.raw = raw;
  }

  public static void main(String[] args) throws IOException, InterruptedException {
    boolean isShort = Boolean.parseBoolean(args[0]);
    List<String> parts = List.of(args[1].split(",", -1));
    List<Body> bodies = bodies(args[2], isShort);
    int rounds = args[3].equals(DEFAULT) ? (isShort ? 1 : ROUNDS) : Integer.parseInt(args[3]);
    long seed = args[4].equals(DEFAULT) ? System.nanoTime() : Long.parseLong(args[4]);
    Path folder = Path.of("").toAbsolutePath();
    double stepsPerNs = Burn.calibrate();
    System.out.printf(
        Locale.ROOT,
        "%n%s on %s, Linux %s, %d processors, %s; rounds %d, seed %d; %.4f steps a ns%n",
        System.getProperty("java.vm.version"),
        System.getProperty("os.arch"),
        System.getProperty("os.version"),
        Runtime.getRuntime().availableProcessors(),
        String.join(" ", PoolProcess.FLAGS),
        rounds,
        seed,
        stepsPerNs);
    try (RawFigures raw = new RawFigures(folder.resolve("pool-peers.csv"))) {
      new PoolPeers(
              isShort,
              rounds,
              bodies,
              new Random(seed),
              new PoolProcess(stepsPerNs, PoolProcess.SLACK_S, folder),
              raw)
          .run(parts);
    }
  }

  private static List<Body> bodies(String names, boolean isShort) {
    if (names.equals(DEFAULT)) {
      return isShort ? SHORT_BODIES : List.of(Body.values());
    }
    return Arrays.stream(names.split(",", -1)).map(Body::named).toList();
  }

  private void run(List<String> parts) throws IOException, InterruptedException {
    Cases cases = new Cases(isShort ? Length.SHORT : Length.FULL);
    // all of them first: an unknown part is reported at once, not after an hour
    List<Case> loads = parts.stream().flatMap(part -> cases.of(part).stream()).toList();
    List<Results> all = new ArrayList<>();
    for (Case load : loads) {
      Results results = compare(load);
      all.add(results);
      Tables.figures(results).forEach(System.out::println);
      System.out.flush();
    }
    Tables.bars(all).forEach(System.out::println);
    Tables.behind(all).forEach(System.out::println);
    System.out.println();
    Disturbance.words(all).forEach(words -> System.out.println("- " + words));
    all.stream()
        .flatMap(results -> results.notes().stream())
        .forEach(note -> System.out.println("- " + note));
  }

  private Results compare(Case load) throws IOException, InterruptedException {
    int size = bodies.contains(Body.FIXED) ? bestSize(load) : 0;
    Results results = new Results(load, rounds);
    for (int round = 0; round < rounds; round++) {
      List<Body> order = new ArrayList<>(bodies);
      Collections.shuffle(order, random);
      for (Body body : order) {
        if (body.takesPart(round)) {
          results.add(round, body, run(load, body, size, lengthFor(body), round));
        }
      }
    }
    return results;
  }

  private Length lengthFor(Body body) {
    return isShort ? Length.SHORT : body.isLiberty() ? Length.WIDE : Length.FULL;
  }

  private Outcome run(Case load, Body body, int size, Length length, int round)
      throws IOException, InterruptedException {
    Case own = new Cases(length).named(load.name());
    Outcome outcome = process.run(own, body, size, length);
    raw.add(own, length, round, body, size, outcome);
    return outcome;
  }

  /** Searches for the best size in separate processes; their figures are not used otherwise. */
  private int bestSize(Case load) throws IOException, InterruptedException {
    if (load.sizes().isOne()) {
      System.out.printf("%n%s: fixed size %d, given%n", load.name(), load.sizes().most());
      return load.sizes().most();
    }
    Grid.Found found =
        load.sizes()
            .search(size -> {
              Outcome outcome = run(load, Body.FIXED, size, Length.SEARCH, -1);
              return outcome instanceof Outcome.Done(HarnessResult told)
                  ? geometricMean(told, load.steps().size())
                  : Double.NaN;
            });
    List<String> seen = new ArrayList<>();
    found.seen().forEach((size, value) -> seen.add(size + " " + Cell.figure(value)));
    System.out.printf(
        "%n%s: best fixed size %d (tasks/s by size: %s)%n",
        load.name(), found.size(), String.join(", ", seen));
    return found.size();
  }

  private static double geometricMean(HarnessResult told, int steps) {
    double logs = 0;
    for (int step = 0; step < steps; step++) {
      logs += Math.log(told.figure(step, Figure.THROUGHPUT));
    }
    return Math.exp(logs / steps);
  }
}
