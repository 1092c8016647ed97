package dev.foliot.checks.simulator;

import static dev.foliot.checks.simulator.Draw.fixed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The named workloads: one or more for each behaviour that the pool promises. */
final class Rows {
  static final long US = 1_000;
  static final long MS = 1_000_000;
  static final long S = 1_000_000_000;

  /** The time of a change of the load, the mix or the machine. */
  static final long CHANGE_NS = 15 * S;

  /** How long each of two outages lasts. */
  static final long OUTAGE_NS = 12 * S;

  static final long SECOND_OUTAGE_NS = CHANGE_NS + OUTAGE_NS + 8 * S;

  /** The clients of the stepped load, and the length of each step. */
  static final int[] STEPS = {8, 32, 64, 128};

  static final long STEP_NS = 10 * S;

  /** The time when the load arrives after a warm-up, and the length of that warm-up. */
  static final long SUDDEN_NS = 10 * S;

  static final long[] WARM_UPS_NS = {1 * S, 2 * S, 3 * S, 5 * S, 8 * S};

  /** The time when the load arrives after a long warm-up and a pause. */
  static final long LATE_NS = 15 * S;

  static final Map<String, Row> ALL = new LinkedHashMap<>();

  private Rows() {}

  static {
    add(blocking(), 20 * S, 20 * S, 300);
    add(permits("permits-20ms", 20 * MS), 45 * S, 10 * S, 1000);
    add(permits("permits-4s", 4 * S), 60 * S, 60 * S, 1000);
    for (int cores : new int[] {1, 2, 4, 64}) {
      add(cpuBound(cores), cores == 64 ? 4 * S : 10 * S, S / 2, 64);
    }
    add(cpuBoundOnManyCores(), 4 * S, S, 2000);
    add(burstOnManyCores(), 5 * S, 5 * S, 40_000);
    add(stepped(), STEPS.length * STEP_NS, STEPS.length * STEP_NS, 128);
    add(mix("mix-changes", true), 30 * S, 30 * S, 300);
    add(mix("mix-after", false), 15 * S, 15 * S, 300);
    add(wave("square-wave", Shape.square(800, 2800, 4 * S)), 40 * S, 40 * S, 512);
    add(wave("sawtooth", Shape.sawtooth(800, 2800, 4 * S)), 40 * S, 40 * S, 512);
    add(hang(), 60 * S, 60 * S, 512);
    add(outages(), 60 * S, 60 * S, 512);
    add(impatient("impatient", true), 45 * S, 45 * S, 128);
    add(impatient("impatient-unseen", false), 45 * S, 45 * S, 128);
    add(nested(), 20 * S, 2 * S, 128);
    add(nestedLater(), 40 * S, 40 * S, 256);
    add(slowerLater(), 30 * S, 30 * S, 300);
    for (int variant = 0; variant < WARM_UPS_NS.length; variant++) {
      add(warmedUp(variant), SUDDEN_NS + 15 * S, 15 * S, 300);
    }
    add(warmedUpForLong(), LATE_NS + 30 * S, 10 * S, 1000);
    add(burst(), 10 * S, 10 * S, 6000);
    Machine four = Machine.of(4);
    // many more clients than needed, to reveal a runaway
    add(mixed("neighbour", four.neighbour(2, 10 * S, 20 * S), 1000), 30 * S, 30 * S, 1000);
    add(mixed("quota-half", Machine.of(2).quota(0.5), 1000), 30 * S, 5 * S, 1000);
    add(mixed("unreadable", Machine.of(2).unreadable(), 1000), 20 * S, 2 * S, 1000);
    add(steady(), 600 * S, 600 * S, 50);
    add(longAndShort(), 60 * S, 60 * S, 512);
  }

  private static void add(Workload workload, long horizonNs, long searchNs, int mostAtOnce) {
    boolean steady =
        workload.machine().neighbours().isEmpty()
            && workload.hangs().isEmpty()
            && workload.sources().stream().allMatch(Rows::steady);
    Oracle.Search search = new Oracle.Search(1, mostAtOnce, 0, size -> searchNs, !steady);
    ALL.put(workload.name(), new Row(workload, horizonNs, search));
  }

  private static boolean steady(Source source) {
    return source.arrivals() instanceof Source.Clients clients
        && clients.changesEveryNs() == Long.MAX_VALUE
        && source.mixes().size() == 1;
  }

  private static Workload blocking() {
    return Workload.of(
        "blocking-200ms",
        Machine.of(2),
        Source.Clients.of(300),
        new Phase.Blocked(fixed(200 * MS)));
  }

  static Workload permits(String name, long serviceNs) {
    return Workload.of(
        name,
        Machine.of(2),
        List.of(10),
        Source.Clients.of(1000),
        new Phase.Call(0, fixed(serviceNs)));
  }

  private static Workload cpuBound(int cores) {
    return Workload.of(
        "cpu-100us-" + cores,
        Machine.of(cores),
        Source.Clients.of(64),
        new Phase.Burst(fixed(100 * US)));
  }

  /** Long tasks, to keep the events of hundreds of cores few. */
  private static Workload cpuBoundOnManyCores() {
    return Workload.of(
        "cpu-50ms-512", Machine.of(512), Source.Clients.of(2000), new Phase.Burst(fixed(50 * MS)));
  }

  /** A burst above the limit of blind growth, on the maximum of cores. */
  private static Workload burstOnManyCores() {
    return Workload.of(
        "burst-512",
        Machine.of(512),
        new Source.Batch(40_000, 0),
        new Phase.Blocked(fixed(60 * S)));
  }

  private static Workload stepped() {
    double[] clients = new double[STEPS.length];
    for (int i = 0; i < STEPS.length; i++) {
      clients[i] = STEPS[i];
    }
    return mixed(
        "stepped",
        Machine.of(2),
        new Source.Clients(Shape.steps(STEP_NS, clients), STEP_NS, fixed(0)));
  }

  /** One step of the stepped load. */
  static Row step(int clients) {
    return new Row(
        mixed("step", Machine.of(2), clients),
        STEP_NS,
        new Oracle.Search(1, clients, 0, size -> 2 * S, false));
  }

  private static Workload mixed(String name, Machine machine, int clients) {
    return mixed(name, machine, Source.Clients.of(clients));
  }

  private static Workload mixed(String name, Machine machine, Source.Arrivals arrivals) {
    return Workload.of(
        name,
        machine,
        arrivals,
        new Phase.Burst(fixed(50 * US)),
        new Phase.Blocked(fixed(2 * MS)),
        new Phase.Burst(fixed(50 * US)));
  }

  /** First most tasks use the CPU, then most are blocked. */
  private static Workload mix(String name, boolean changes) {
    Source.Mix before = new Source.Mix(0, new double[] {0.9, 0.1});
    Source.Mix after = new Source.Mix(changes ? CHANGE_NS : 0, new double[] {0.1, 0.9});
    return new Workload(
        name,
        Machine.of(2),
        List.of(
            Kind.of("computes", new Phase.Burst(Draw.exponential(1 * MS))),
            Kind.of(
                "asks",
                new Phase.Burst(Draw.exponential(500 * US)),
                new Phase.Blocked(Draw.logNormal(50 * MS, 0.5)))),
        List.of(),
        List.of(
            new Source(Source.Clients.of(300), changes ? List.of(before, after) : List.of(after))),
        List.of(),
        Workload.MAXIMUM,
        1);
  }

  private static Workload wave(String name, Shape perSecond) {
    return Workload.of(
        name,
        Machine.of(2),
        new Source.Open(perSecond, true),
        new Phase.Burst(Draw.exponential(1 * MS)),
        new Phase.Blocked(Draw.logNormal(20 * MS, 0.5)));
  }

  /** All tasks that run at one moment stall for 10 s; later ones do not. */
  private static Workload hang() {
    Workload.Hang[] hangs = new Workload.Hang[10];
    for (int i = 0; i < hangs.length; i++) {
      hangs[i] = new Workload.Hang(CHANGE_NS + 10L * i * MS, 10 * S);
    }
    return Workload.of(
            "hang-10s",
            Machine.of(2),
            new Source.Open(Shape.steady(500), true),
            new Phase.Burst(Draw.exponential(200 * US)),
            new Phase.Blocked(Draw.logNormal(10 * MS, 0.5)))
        .hangs(hangs);
  }

  /** What the pool calls stops answering for 12 s, twice, with 8 s of the usual load between. */
  private static Workload outages() {
    List<Workload.Hang> hangs = new ArrayList<>();
    for (long beginNs : List.of(CHANGE_NS, SECOND_OUTAGE_NS)) {
      for (long gone = 0; gone < OUTAGE_NS; gone += 5 * MS) {
        hangs.add(new Workload.Hang(beginNs + gone, OUTAGE_NS - gone));
      }
    }
    return Workload.of(
            "outages",
            Machine.of(2),
            new Source.Open(Shape.steady(200), true),
            new Phase.Burst(Draw.exponential(100 * US)),
            new Phase.Blocked(fixed(20 * MS)))
        .hangs(hangs.toArray(new Workload.Hang[0]));
  }

  /**
   * Ten connections, which become ten times slower for 15 s: half of the calls is then more than
   * they serve. Who waits for a connection for a second gives up.
   *
   * @param isSeen whether the pool can see that a task failed
   */
  private static Workload impatient(String name, boolean isSeen) {
    Phase.Patience patience = new Phase.Patience(S, isSeen);
    Source source =
        new Source(
            new Source.Open(Shape.steady(100), false),
            List.of(
                new Source.Mix(0, new double[] {1, 0}),
                new Source.Mix(CHANGE_NS, new double[] {0, 1}),
                new Source.Mix(2 * CHANGE_NS, new double[] {1, 0})));
    return new Workload(
        name,
        Machine.of(2),
        List.of(
            Kind.of("fast", new Phase.Call(0, fixed(20 * MS), patience)),
            Kind.of("slow", new Phase.Call(0, fixed(200 * MS), patience))),
        List.of(10),
        List.of(source),
        List.of(),
        Workload.MAXIMUM,
        1);
  }

  /** Each task submits another one and waits for it. */
  private static Workload nested() {
    return new Workload(
        "nested",
        Machine.of(2),
        List.of(
            Kind.of("parent", new Phase.Burst(fixed(100 * US)), new Phase.Child(1)),
            Kind.of("child", new Phase.Burst(fixed(100 * US)), new Phase.Blocked(fixed(5 * MS)))),
        List.of(),
        List.of(Source.of(Source.Clients.of(64), 0, 2)),
        List.of(),
        Workload.MAXIMUM,
        1);
  }

  /** Tasks that wait for a downstream, and then tasks that wait for one another. */
  private static Workload nestedLater() {
    List<Kind> kinds =
        List.of(
            Kind.of("asks", new Phase.Call(0, fixed(10 * MS))),
            Kind.of("parent", new Phase.Burst(fixed(100 * US)), new Phase.Child(2)),
            Kind.of("child", new Phase.Burst(fixed(100 * US)), new Phase.Blocked(fixed(20 * MS))));
    Source source =
        new Source(
            Source.Clients.of(100),
            List.of(
                new Source.Mix(0, new double[] {1, 0, 0}),
                new Source.Mix(CHANGE_NS, new double[] {0, 1, 0})));
    return new Workload(
        "nested-later",
        Machine.of(2),
        kinds,
        List.of(10),
        List.of(source),
        List.of(),
        Workload.MAXIMUM,
        1);
  }

  /** A few clients of a fast downstream, and then many of one that has become slow. */
  private static Workload slowerLater() {
    Source.Clients clients =
        new Source.Clients(Shape.steps(CHANGE_NS, 16, 300), CHANGE_NS, fixed(0));
    Source source =
        new Source(
            clients,
            List.of(
                new Source.Mix(0, new double[] {1, 0}),
                new Source.Mix(CHANGE_NS, new double[] {0, 1})));
    return new Workload(
        "slower-later",
        Machine.of(2),
        List.of(
            Kind.of("fast", new Phase.Burst(fixed(100 * US)), new Phase.Blocked(fixed(2 * MS))),
            Kind.of("slow", new Phase.Burst(fixed(100 * US)), new Phase.Blocked(fixed(200 * MS)))),
        List.of(),
        List.of(source),
        List.of(),
        Workload.MAXIMUM,
        1);
  }

  /**
   * A service on one core with cold code: a few clients of a fast remote system, none for a second,
   * then many at once of one that has become slow.
   */
  private static Workload warmedUp(int variant) {
    long beginNs = SUDDEN_NS - S - WARM_UPS_NS[variant];
    int seconds = (int) (SUDDEN_NS / S);
    double[] clients = new double[seconds + 1];
    for (int i = 0; i < seconds; i++) {
      clients[i] = i * S >= beginNs && i < seconds - 1 ? 8 : 0;
    }
    clients[seconds] = 300;
    Source source =
        new Source(
            new Source.Clients(Shape.steps(S, clients), S, fixed(0)),
            List.of(
                new Source.Mix(0, new double[] {1, 0, 0, 0}),
                new Source.Mix(beginNs + S / 2, new double[] {0, 1, 0, 0}),
                new Source.Mix(beginNs + S, new double[] {0, 0, 1, 0}),
                new Source.Mix(SUDDEN_NS - S, new double[] {0, 0, 0, 1})));
    return new Workload(
        "warmed-up-" + WARM_UPS_NS[variant] / S + "s",
        Machine.of(1),
        List.of(
            asking("cold", 25 * MS, 2 * MS),
            asking("cool", 6 * MS, 2 * MS),
            asking("warm", 1 * MS, 2 * MS),
            asking("slow", 400 * US, 200 * MS)),
        List.of(),
        List.of(source),
        List.of(),
        Workload.MAXIMUM,
        1);
  }

  /**
   * A long warm-up that releases more permits than ever ran at once, a pause, and then a thousand
   * requests with answers that take a second: the ramp-up study.
   */
  private static Workload warmedUpForLong() {
    double[] clients = new double[160];
    Arrays.fill(clients, 30, 120, 8);
    for (int i = 150; i < 160; i++) {
      clients[i] = 100 * (i - 149);
    }
    Source source =
        new Source(
            new Source.Clients(Shape.steps(S / 10, clients), S / 10, fixed(0)),
            List.of(
                new Source.Mix(0, new double[] {1, 0, 0, 0}),
                new Source.Mix(4 * S, new double[] {0, 1, 0, 0}),
                new Source.Mix(6 * S, new double[] {0, 0, 1, 0}),
                new Source.Mix(12 * S, new double[] {0, 0, 0, 1})));
    return new Workload(
        "warmed-up-for-long",
        Machine.of(1),
        List.of(
            asking("cold", 25 * MS, 2 * MS),
            asking("cool", 6 * MS, 2 * MS),
            asking("warm", 1 * MS, 2 * MS),
            asking("slow", 400 * US, 1 * S)),
        List.of(),
        List.of(source),
        List.of(),
        Workload.MAXIMUM,
        1);
  }

  private static Kind asking(String name, long cpuNs, long waitsNs) {
    return Kind.of(
        name, new Phase.Burst(Draw.exponential(cpuNs)), new Phase.Blocked(fixed(waitsNs)));
  }

  private static Workload burst() {
    return Workload.of(
        "burst-6000", Machine.of(2), new Source.Batch(6000, 0), new Phase.Blocked(fixed(4 * S)));
  }

  /**
   * Slow tasks, to keep the events of 100,000 decisions few; about a quarter of the clients are
   * needed.
   */
  private static Workload steady() {
    return Workload.of(
        "steady",
        Machine.of(2),
        Source.Clients.of(50),
        new Phase.Burst(Draw.exponential(100 * MS)),
        new Phase.Blocked(Draw.logNormal(400 * MS, 0.5)));
  }

  private static Workload longAndShort() {
    return new Workload(
        "long-and-short",
        Machine.of(2),
        List.of(
            Kind.of("long", new Phase.Blocked(fixed(10 * S))),
            Kind.of("short", new Phase.Burst(fixed(500 * US)), new Phase.Blocked(fixed(500 * US)))),
        List.of(),
        List.of(
            Source.of(new Source.Open(Shape.steady(2), true), 0, 2),
            Source.of(new Source.Open(Shape.steady(500), true), 1, 2)),
        List.of(),
        Workload.MAXIMUM,
        1);
  }
}
