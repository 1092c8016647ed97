package dev.foliot.checks.simulator;

import static dev.foliot.checks.simulator.Rows.MS;
import static dev.foliot.checks.simulator.Rows.S;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.foliot.pool.control.CpuReading;
import dev.foliot.pool.control.Decision;
import dev.foliot.pool.control.Observation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class SimulationTest {
  @Test
  void shouldGiveTheSameRunForTheSameSeed() {
    for (long seed : new long[] {1, 2, 3}) {
      Workload workload = RandomWorkload.of(seed).workload();
      SimulatedRun one = Simulation.run(workload, Sizing.adaptive(), S);
      SimulatedRun other = Simulation.run(workload, Sizing.adaptive(), S);
      assertThat(other.events()).isEqualTo(one.events());
      assertThat(other.decisions()).isEqualTo(one.decisions());
      assertThat(other.totals().taskTimeNs).isEqualTo(one.totals().taskTimeNs);
      SimulatedRun different = Simulation.run(workload.seed(99), Sizing.adaptive(), S);
      assertThat(different.totals().taskTimeNs == one.totals().taskTimeNs)
          .isEqualTo(one.completed(S) == 0 || cv(workload) == 0);
    }
  }

  private static double cv(Workload workload) {
    return ((Phase.Burst) workload.kinds().get(0).phases().get(0)).ns().cv();
  }

  /** For any workload: no task is lost, and L = lambda W to the nanosecond. */
  @Test
  void shouldKeepLittlesLawAndLoseNothing() {
    long seed = Seeds.fresh("shouldKeepLittlesLawAndLoseNothing");
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 60; i++) {
      Workload workload = ending(random);
      Sizing sizing =
          switch (random.nextInt(3)) {
            case 0 -> Sizing.cached();
            case 1 -> Sizing.fixed(random.nextInt(1, 100));
            default -> wandering(random.nextLong());
          };
      SimulatedRun run = Simulation.run(workload, sizing, 1_000 * S);
      Totals totals = run.totals();
      assertThat(totals.arrived).as("%s", workload).isPositive();
      assertThat(totals.started).as("%s", workload).isEqualTo(totals.arrived);
      assertThat(totals.completed).as("%s", workload).isEqualTo(totals.arrived);
      assertThat(totals.runningSum(1_000 * S)).isEqualTo((double) totals.taskTimeNs);
      assertThat(run.running(1_000 * S)).isZero();
      assertThat(run.queued(1_000 * S)).isZero();
      assertThat(run.meanCpus(0, 1_000 * S)).isLessThanOrEqualTo(workload.machine().cpus());
    }
  }

  /** A random workload whose clients leave after half a second. */
  private static Workload ending(SplittableRandom random) {
    Draw cpu = new Draw(random.nextDouble(1e4, 5e6), random.nextInt(3), false);
    Draw blocked = new Draw(random.nextDouble(1e4, 5e7), random.nextInt(3), false);
    Machine machine = Machine.of(random.nextInt(1, 9));
    if (random.nextInt(3) == 0) {
      machine = machine.quota(random.nextDouble(0.3, 2));
    } else if (machine.cores() > 1) {
      machine = machine.neighbour(machine.cores() / 2, 200 * MS, 700 * MS);
    }
    Shape clients = Shape.steps(S / 4, random.nextInt(1, 100), random.nextInt(1, 100), 0);
    return new Workload(
            "ending",
            machine,
            List.of(
                Kind.of(
                    "task",
                    new Phase.Blocked(blocked),
                    new Phase.Burst(cpu),
                    new Phase.Call(0, blocked),
                    new Phase.Burst(cpu))),
            List.of(random.nextInt(1, 50)),
            List.of(Source.of(new Source.Clients(clients, S / 4, Draw.exponential(MS)), 0, 1)),
            List.of(),
            Workload.MAXIMUM,
            random.nextLong())
        .hangs(new Workload.Hang(100 * MS, 300 * MS));
  }

  private static Sizing wandering(long seed) {
    return Sizing.deciding(
        "wandering",
        cores -> 2,
        start -> {
          SplittableRandom random = new SplittableRandom(seed);
          return o ->
              new Decision(
                  random.nextInt(1, 100),
                  o.tasks().isNone() ? Decision.State.IDLE : Decision.State.TRYING,
                  "",
                  random.nextLong(1, 50 * MS));
        });
  }

  @Test
  void shouldTellTheControllerWhatTheObservationPromises() {
    List<Observation> seen = new ArrayList<>();
    Function<Observation, Decision> decider =
        o -> {
          seen.add(o);
          return new Decision(4, Decision.State.HOLDING, "", 10 * MS);
        };
    Workload workload =
        Workload.of(
            "told",
            Machine.of(2).free(),
            Source.Clients.of(10),
            new Phase.Burst(Draw.fixed(MS)),
            new Phase.Blocked(Draw.fixed(9 * MS)));
    Simulation.run(workload, Sizing.deciding("told", cores -> 4, start -> decider), S);
    Observation last = seen.get(seen.size() - 1);
    Observation before = seen.get(seen.size() - 2);
    assertThat(last.nowNs() - before.nowNs()).isEqualTo(10 * MS);
    assertThat(last.size()).isEqualTo(4);
    assertThat(last.counts().arrived() - last.counts().started())
        .isEqualTo(last.tasks().queued())
        .isEqualTo(6);
    assertThat(last.counts().started() - last.counts().completed())
        .isEqualTo(last.tasks().running())
        .isEqualTo(4);
    assertThat(last.tasks().mostRunning()).isEqualTo(4);
    assertThat(last.tasks().leastQueued()).isEqualTo(5);
    assertThat(last.tasks().oldestWaitNs()).isBetween(0L, 30 * MS);
    double timeNs = (double) last.times().taskTimeNs() / last.counts().completed();
    assertThat(timeNs).isBetween(10.0 * MS, 12.0 * MS);
    double cpuShare = (double) last.times().sampledCpuTimeNs() / last.times().sampledTaskTimeNs();
    assertThat(cpuShare).isBetween(0.08, 0.1);
    assertThat(last.cpu().cpus()).isEqualTo(2);
    assertThat(last.cpu().processCpus()).isBetween(0.3, 0.5);
    assertThat(last.cpu().machineBusy()).isEqualTo(last.cpu().processCpus() / 2);
    assertThat(last.cpu().throttled()).isZero();
  }

  @Test
  void shouldTellNothingOfTheCpuIfItCannotBeRead() {
    List<CpuReading> seen = new ArrayList<>();
    Sizing sizing =
        Sizing.deciding(
            "told",
            cores -> 4,
            start ->
                o -> {
                  seen.add(o.cpu());
                  return new Decision(4, Decision.State.HOLDING, "", 10 * MS);
                });
    Simulation.run(Row.named("unreadable").workload(), sizing, 100 * MS);
    assertThat(seen).isNotEmpty().allMatch(CpuReading.unknown(2)::equals);
  }

  @Test
  void shouldNotLookBetweenIdleAndTheNextArrival() {
    List<Long> looks = new ArrayList<>();
    Sizing sizing =
        Sizing.deciding(
            "idle",
            cores -> 4,
            start ->
                o -> {
                  looks.add(o.nowNs());
                  boolean idle = o.tasks().isNone();
                  return new Decision(
                      4, idle ? Decision.State.IDLE : Decision.State.HOLDING, "", 10 * MS);
                });
    Workload workload =
        new Workload(
            "idle",
            Machine.of(1),
            List.of(Kind.of("task", new Phase.Blocked(Draw.fixed(25 * MS)))),
            List.of(),
            List.of(
                Source.of(new Source.Batch(1, 0), 0, 1), Source.of(new Source.Batch(1, S), 0, 1)),
            List.of(),
            Workload.MAXIMUM,
            1);
    Simulation.run(workload, sizing, 2 * S);
    assertThat(looks.stream().filter(at -> at < 100 * MS)).hasSize(4);
    assertThat(looks.stream().filter(at -> at >= 100 * MS && at < S)).isEmpty();
    assertThat(looks.stream().filter(at -> at >= S)).hasSize(4);
  }

  @Test
  void shouldEndSurplusThreadsAfterTheirTask() {
    Sizing sizing =
        Sizing.deciding(
            "shrinks",
            cores -> 50,
            start ->
                o ->
                    new Decision(o.nowNs() > S / 2 ? 5 : 50, Decision.State.HOLDING, "", 100 * MS));
    Workload workload =
        Workload.of(
            "shrinks",
            Machine.of(2),
            Source.Clients.of(100),
            new Phase.Blocked(Draw.fixed(300 * MS)));
    SimulatedRun run = Simulation.run(workload, sizing, 2 * S);
    assertThat(run.running(S / 2)).isEqualTo(50);
    assertThat(run.running(S / 2 + 150 * MS)).isEqualTo(5);
    assertThat(run.threads(2 * S)).isEqualTo(5);
  }

  @Test
  void shouldFindTheBestSizeAndTheSmallestOfThoseThatAreAsGood() {
    Workload workload =
        Workload.of(
            "known",
            Machine.of(4).free(),
            Source.Clients.of(1000),
            new Phase.Burst(Draw.fixed(MS)),
            new Phase.Blocked(Draw.fixed(99 * MS)));
    Oracle.Best best = Oracle.of(workload, new Oracle.Search(1, 1000, 0, size -> 4 * S, false));
    assertThat(best.size()).isBetween(396, 402);
    assertThat(best.throughput()).isBetween(3960.0, 4000.0);
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThatIllegalArgumentException().isThrownBy(() -> Machine.of(0));
    assertThatIllegalArgumentException().isThrownBy(() -> Machine.of(513));
    assertThatIllegalArgumentException().isThrownBy(() -> Machine.of(1).quota(0));
    assertThatIllegalArgumentException().isThrownBy(() -> Machine.of(1).neighbour(2, 0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> Draw.fixed(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> Row.named("none"));
  }
}
