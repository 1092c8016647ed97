package dev.foliot.pool.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.pool.control.Decision.State;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The controller's decisions in plain cases; the simulator shows their quality. One long class,
 * since all tests use one fluid pool.
 */
class ControllerTest {
  private static final double NO_BOUND = 1e9;

  @Test
  void shouldDoubleEvery100MsWhileNothingHasEnded() {
    FluidPool pool = new FluidPool(6000, 4000, NO_BOUND);
    List<Integer> sizes = new ArrayList<>();
    while (pool.nowMs() < 1200) {
      Decision decision = pool.look();
      if (sizes.isEmpty() || sizes.get(sizes.size() - 1) != decision.size()) {
        sizes.add(decision.size());
        assertThat(decision.state()).isEqualTo(State.BLIND);
      }
    }
    assertThat(sizes).containsExactly(2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096);
  }

  @Test
  void shouldPauseBlindGrowthOfThreads() {
    FluidPool pool = new FluidPool(1_000_000, 60_000, NO_BOUND);
    assertThat(pool.lookFor(9_000).size()).isEqualTo(8192);
  }

  /**
   * Nine thousand tasks that each wait for a later one. If growth ended at 8192, they would stay
   * there, though the maximum is 32,767.
   */
  @Test
  void shouldLetWhatHangsBeforeTheFirstEndHaveTheMaximum() {
    FluidPool pool = new FluidPool(40_000, 20, NO_BOUND);
    pool.stuck = true;
    assertThat(pool.lookFor(40_000).size()).isEqualTo(32_767);
  }

  /** Permits cost nothing, so nothing is waited for. */
  @Test
  void shouldLetPermitsGrowBlindlyToTheMaximum() {
    FluidPool pool = new FluidPool(Unit.PERMITS, FluidPool.MANY, 40_000, 20, NO_BOUND);
    pool.stuck = true;
    assertThat(pool.lookFor(1_000).size()).isEqualTo(32_767);
  }

  /** A collector on 16 CPUs that a quota held back for a moment. */
  @Test
  void shouldGrowThoughAQuotaHeldTheProcessBackForAMoment() {
    FluidPool pool = new FluidPool(300, 200, NO_BOUND);
    pool.cpu = new CpuReading(4, 1.2, 0.3, 0.06);
    pool.lookFor(3_000);
    assertThat(pool.size()).isEqualTo(300);
  }

  /** CPUs that come while tasks lack them. */
  @Test
  void shouldGrowWhenThereAreMoreCpus() {
    FluidPool pool = new FluidPool(300, 1, 2_000);
    pool.cpu = new CpuReading(2, 2, 1, 0);
    pool.lookFor(20_000);
    assertThat(pool.size()).isBetween(2, 4);
    pool.cpu = new CpuReading(16, 2, 0.125, 0);
    pool.change(1, 16_000);
    pool.lookFor(20_000);
    assertThat(pool.size()).isBetween(16, 40);
  }

  @Test
  void shouldLetAllRunThatBringThroughputAndNoMore() {
    FluidPool pool = new FluidPool(300, 200, NO_BOUND);
    pool.lookFor(2_000);
    assertThat(pool.size()).isEqualTo(300);
    pool.lookFor(60_000);
    assertThat(pool.size()).isEqualTo(300);
  }

  @Test
  void shouldGiveBackWhatBroughtNothing() {
    // 10 at once bring the possible 500 a second
    FluidPool pool = new FluidPool(1000, 20, 500);
    pool.lookFor(30_000);
    assertThat(pool.size()).isBetween(10, 24);
  }

  @Test
  void shouldKeepToTheLimitsAlsoWhenTheyChange() {
    FluidPool pool = new FluidPool(300, 200, NO_BOUND);
    pool.maximum = 50;
    assertThat(pool.lookFor(5_000).size()).isEqualTo(50);
    pool.maximum = 20;
    assertThat(pool.look().size()).isEqualTo(20);
    pool.maximum = 500;
    pool.minimum = 400;
    assertThat(pool.look().size()).isEqualTo(400);
  }

  @Test
  void shouldGrowWhenTheCpuIsUnknown() {
    FluidPool pool = new FluidPool(300, 200, NO_BOUND);
    pool.cpu = CpuReading.unknown(2);
    pool.lookFor(3_000);
    assertThat(pool.size()).isEqualTo(300);
  }

  @Test
  void shouldGrowWithCareWhileOthersUseTheCpu() {
    FluidPool pool = new FluidPool(6000, 4000, NO_BOUND);
    pool.cpu = new CpuReading(2, 0, 1, 0);
    pool.lookFor(1_600);
    assertThat(pool.size()).isEqualTo(16);
  }

  @Test
  void shouldNotGrowWhileTheTasksUseTheCpu() {
    FluidPool pool = new FluidPool(300, 1, 2000);
    pool.cpu = new CpuReading(2, 2, 1, 0);
    pool.lookFor(20_000);
    assertThat(pool.size()).isBetween(2, 4);
  }

  /**
   * Two threads bring all throughput, but leave a little CPU on a real machine. Without a limit by
   * the remaining CPU, and without early correction of cold times, it would be 16, all the clients;
   * 4 would do.
   */
  @Test
  void shouldNotTakeColdCodeAndALittleCpuForRoomToGrow() {
    FluidPool pool = new FluidPool(16, 0.2, 10_000);
    pool.cpu = new CpuReading(2, 1.74, 0.87, 0);
    pool.lookFor(200);
    pool.change(0.05, 40_000);
    int most = 0;
    while (pool.nowMs() < 10_000) {
      most = Math.max(most, pool.look().size());
    }
    assertThat(most).isBetween(2, 10);
    assertThat(pool.size()).isBetween(2, 8);
  }

  /** Longer tasks that still use all of the CPU: a pool that grew first would reach 4. */
  @Test
  void shouldNotGrowForLongerTasksThatUseTheCpu() {
    FluidPool pool = new FluidPool(16, 0.1, 20_000);
    pool.cpu = new CpuReading(2, 2, 1, 0);
    pool.lookFor(12_000);
    int before = pool.size();
    pool.change(1, 2_000);
    int most = 0;
    while (pool.nowMs() < 13_000) {
      most = Math.max(most, pool.look().size());
    }
    assertThat(most).isEqualTo(before);
  }

  /** Permits cost nothing: 4 is no better than 64 if all wait for the same two CPUs. */
  @Test
  void shouldNotGiveBackPermitsForWantOfCpu() {
    FluidPool pool = new FluidPool(Unit.PERMITS, FluidPool.MANY, 2, 0.1, 20_000);
    pool.cpu = new CpuReading(2, 1.9, 0.95, 0);
    pool.lookFor(1_000);
    pool.clients = 64;
    pool.lookFor(40_000);
    assertThat(pool.size()).isBetween(64, 80);
  }

  /** Single looks on a machine alternate between 60 % and 100 %; one low look must not cause 4. */
  @Test
  void shouldNotGiveBackPermitsForOneLookThatSeesLessUseOfTheCpu() {
    FluidPool pool = new FluidPool(Unit.PERMITS, FluidPool.MANY, 2, 0.1, 20_000);
    pool.cpu = new CpuReading(2, 1.9, 0.95, 0);
    pool.lookFor(1_000);
    pool.clients = 64;
    for (int i = 0; i < 400; i++) {
      pool.cpu = i % 2 == 0 ? new CpuReading(2, 2, 1, 0) : new CpuReading(2, 1.2, 0.6, 0);
      pool.lookFor(50);
      pool.lookFor(50);
    }
    assertThat(pool.size()).isBetween(64, 80);
  }

  @Test
  void shouldGiveBackPermitsForWhichOthersWait() {
    FluidPool pool = new FluidPool(Unit.PERMITS, FluidPool.MANY, 2, 0.1, 20_000);
    pool.lookFor(1_000);
    pool.clients = 64;
    pool.lookFor(40_000);
    assertThat(pool.size()).isBetween(2, 8);
  }

  @Test
  void shouldMakeRoomForTasksBehindTasksThatHangAndTakeItBack() {
    FluidPool pool = new FluidPool(300, 20, 500);
    pool.lookFor(20_000);
    int before = pool.size();
    pool.stuck = true;
    Decision decision = pool.lookFor(1_000);
    assertThat(decision.state()).isEqualTo(State.HUNG);
    assertThat(decision.size()).isGreaterThan(before);
    pool.stuck = false;
    pool.lookFor(20_000);
    assertThat(pool.size()).isBetween(10, Math.max(24, before));
  }

  @Test
  void shouldNotWaitForeverForTasksThatMayWaitForTasks() {
    FluidPool pool = new FluidPool(300, 20, NO_BOUND);
    pool.cpu = new CpuReading(2, 2, 1, 0);
    pool.stuck = true;
    pool.lookFor(30_000);
    assertThat(pool.size()).isBetween(4, 16);
    pool.lookFor(600_000);
    assertThat(pool.size()).isGreaterThan(32);
  }

  /** Growth limited to the present tasks, with waits that double, would reach only 16 after 2 s. */
  @Test
  void shouldLetAChainOfTasksThatWaitForTheNextRunSoon() {
    FluidPool pool = new FluidPool(10, 20, NO_BOUND);
    pool.lookFor(5_000);
    pool.stuck = true;
    pool.chained = true;
    pool.lookFor(2_500);
    assertThat(pool.size()).isGreaterThan(100);
    pool.lookFor(20_000);
    assertThat(pool.size()).isGreaterThan(600);
  }

  @Test
  void shouldLetAChainRunBeforeAnythingHasEnded() {
    FluidPool pool = new FluidPool(3, 20, NO_BOUND);
    pool.stuck = true;
    pool.chained = true;
    pool.lookFor(2_000);
    assertThat(pool.size()).isGreaterThan(300);
  }

  /** With waits in proportion to the size it was 19,440 after a minute. */
  @Test
  void shouldNotMeetAnOutageWithAThreadForEachTask() {
    FluidPool pool = new FluidPool(10, 20, NO_BOUND);
    pool.lookFor(5_000);
    int before = pool.size();
    pool.stuck = true;
    for (int seconds = 1; seconds <= 60; seconds++) {
      pool.clients += 400;
      pool.lookFor(1_000);
    }
    assertThat(pool.size()).isBetween(32 * before, 4_096);
  }

  @Test
  void shouldTellAHangBeforeTheFirstTaskHasEnded() {
    FluidPool pool = new FluidPool(2_000, 20, NO_BOUND);
    pool.maximum = 300;
    pool.stuck = true;
    Decision early = pool.lookFor(9_000);
    assertThat(early.state()).isEqualTo(State.HOLDING);
    assertThat(early.reason()).isEqualTo("tasks wait, at the maximum of 300");
    Decision late = pool.lookFor(2_000);
    assertThat(late.state()).isEqualTo(State.HUNG);
    assertThat(late.reason()).contains("1700 waiting; at the maximum of 300");
    pool.stuck = false;
    pool.lookFor(5_000);
    assertThat(pool.size()).isEqualTo(300);
  }

  @Test
  void shouldKnowAHangAfterTasksThatWaitedForOneAnother() {
    FluidPool pool = new FluidPool(40, 20, 500);
    pool.lookFor(10_000);
    String reason = "";
    for (int i = 0; i < 2; i++) {
      pool.stuck = true;
      int size = pool.size();
      while (pool.size() == size) {
        pool.look();
      }
      pool.stuck = false;
      pool.look();
      reason = pool.look().reason();
      pool.lookFor(1_000);
    }
    assertThat(reason).contains("they wait for one another");
    int before = pool.size();
    pool.clients = 30_000;
    pool.stuck = true;
    assertThat(pool.lookFor(1_500).state()).isEqualTo(State.HUNG);
    assertThat(pool.size()).isLessThan(64 * before);
  }

  @Test
  void shouldTakeALongRestForNoHang() {
    FluidPool pool = new FluidPool(300, 200, NO_BOUND);
    pool.lookFor(5_000);
    pool.clients = 0;
    pool.lookFor(3_600_000);
    pool.clients = 300;
    long endMs = pool.nowMs() + 5_000;
    while (pool.nowMs() < endMs) {
      assertThat(pool.look().state()).isNotEqualTo(State.HUNG);
    }
  }

  @Test
  void shouldNotTakeAPauseOfTheClientsForALoss() {
    FluidPool pool = new FluidPool(1000, 20, 500);
    String reason = "";
    while (!reason.contains("need 10.0 at once")) {
      assertThat(pool.nowMs()).isLessThan(10_000);
      reason = pool.look().reason();
    }
    pool.clients = 0;
    pool.lookFor(300);
    pool.clients = 1000;
    pool.lookFor(30_000);
    assertThat(pool.size()).isBetween(10, 24);
  }

  @Test
  void shouldWantNoLookWhileThereIsNothingToDo() {
    FluidPool pool = new FluidPool(0, 20, 500);
    pool.look();
    assertThat(pool.look().state()).isEqualTo(State.IDLE);
  }

  @Test
  void shouldGiveAReasonWithFiguresForEachDecision() {
    FluidPool pool = new FluidPool(1000, 20, 500);
    int size = pool.size();
    int changes = 0;
    while (pool.nowMs() < 30_000) {
      Decision decision = pool.look();
      assertThat(decision.reason()).matches(".*\\d.*");
      if (decision.size() != size) {
        changes++;
        assertThat(decision.reason())
            .startsWith(size + " → " + decision.size() + ": ")
            .matches(".*: .*\\d.*");
        size = decision.size();
      }
    }
    assertThat(changes).isGreaterThan(4);
  }

  @Test
  void shouldDecideTheSameOnTheSameObservations() {
    FluidPool one = new FluidPool(700, 35, 900);
    FluidPool other = new FluidPool(700, 35, 900);
    while (one.nowMs() < 60_000) {
      assertThat(one.look()).isEqualTo(other.look());
    }
  }

  @Test
  void shouldFollowTheClients() {
    FluidPool pool = new FluidPool(64, 2, NO_BOUND);
    pool.lookFor(2_000);
    assertThat(pool.size()).isEqualTo(64);
    pool.clients = 640;
    pool.lookFor(2_000);
    assertThat(pool.size()).isEqualTo(640);
  }

  @Test
  void shouldGiveBackWhatIsNotUsed() {
    FluidPool pool = new FluidPool(640, 20, NO_BOUND);
    pool.lookFor(5_000);
    pool.clients = 10;
    pool.lookFor(40_000);
    assertThat(pool.size()).isEqualTo(11);
  }

  /** Most looks between the tasks find none; the size must not stay at 200. */
  @Test
  void shouldGiveBackWhatAFewTasksNowAndThenDoNotNeed() {
    Controller controller = new Controller(200, Unit.THREADS);
    int size = 200;
    long completed = 0;
    int atTenSeconds = 0;
    for (int look = 1; look <= 600; look++) { // 50 ms apart, and a task in every fourth of them
      completed += look % 4 == 0 ? 1 : 0;
      size = controller.next(seldom(look * 50L, size, completed)).size();
      atTenSeconds = look == 180 ? size : atTenSeconds;
    }
    assertThat(atTenSeconds).isEqualTo(200);
    assertThat(size).isLessThanOrEqualTo(4);
  }

  /** One task in five seconds does not predict the next ones. */
  @Test
  void shouldKeepItsSizeWhereHardlyAnythingComes() {
    Controller controller = new Controller(200, Unit.THREADS);
    int size = 200;
    long completed = 0;
    for (int look = 1; look <= 2_400; look++) {
      completed += look % 100 == 0 ? 1 : 0;
      size = controller.next(seldom(look * 50L, size, completed)).size();
    }
    assertThat(size).isEqualTo(200);
  }

  private static Observation seldom(long atMs, int size, long completed) {
    return new Observation(
        atMs * FluidPool.MS,
        new Observation.Limits(1, 32_767),
        size,
        new Observation.Tasks(0, 0, 0, 1, 0),
        new Observation.Counts(completed, completed, completed, 0),
        new Observation.Times(completed * 1_000, completed * 1_000, 0, 0),
        new CpuReading(2, 0.01, 0.01, 0));
  }

  /** The load has just begun: 411 of 4096 permits would not serve the coming 1000. */
  @Test
  void shouldNotTakeTheBeginOfALoadForAllOfIt() {
    FluidPool pool = new FluidPool(Unit.PERMITS, FluidPool.MANY, 8, 20, NO_BOUND);
    pool.lookFor(9_000);
    pool.clients = 0;
    pool.lookFor(3_000);
    for (int clients = 100; clients <= 1_000; clients += 100) {
      pool.clients = clients;
      pool.look();
      assertThat(pool.size()).isEqualTo(4096);
    }
    pool.lookFor(1_000);
    assertThat(pool.size()).isEqualTo(1_100);
  }

  /**
   * A slow first half second of a load suggests that 19 permits suffice. The size would stop at 36
   * after three seconds, and needlessly hold back 64 clients.
   */
  @Test
  void shouldNotTakeASlowBeginOfALoadForABottleneck() {
    FluidPool pool = new FluidPool(Unit.PERMITS, FluidPool.MANY, 16, 3.5, 1e6);
    pool.cpu = new CpuReading(1, 0.4, 0.4, 0);
    pool.lookFor(25_000);
    assertThat(pool.size()).isLessThan(40);

    pool.cpu = new CpuReading(1, 0.6, 0.6, 0);
    pool.clients = 64;
    pool.change(3.5, 4_700);
    pool.lookFor(600);
    pool.change(3.5, 1e6);
    pool.lookFor(3_000);

    assertThat(pool.size()).isGreaterThanOrEqualTo(64);
  }

  /**
   * The callee takes 50 times as long, and no task waits. The first to end must not look like
   * contended tasks, with 61 as enough.
   */
  @Test
  void shouldNotGiveBackWhatMuchSlowerAnswersNeed() {
    FluidPool pool = new FluidPool(Unit.PERMITS, FluidPool.MANY, 8, 20, NO_BOUND);
    pool.lookFor(9_000);
    pool.clients = 0;
    pool.lookFor(3_000);
    pool.clients = 1_000;
    pool.change(1_000, NO_BOUND);
    pool.beginAnew();
    int least = pool.size();
    while (pool.nowMs() < 60_000) {
      least = Math.min(least, pool.look().size());
    }
    assertThat(least).isEqualTo(1_100);
  }

  @Test
  void shouldRefuseWhatCannotBe() {
    assertThatThrownBy(() -> new Controller(0, Unit.THREADS)).hasMessageContaining("not 0");
    assertThatThrownBy(() -> CpuReading.unknown(0)).hasMessageContaining("not 0.0");
  }
}
