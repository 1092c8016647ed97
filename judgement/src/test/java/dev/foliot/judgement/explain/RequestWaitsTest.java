package dev.foliot.judgement.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.foliot.judgement.explain.Attribution.Explained;
import dev.foliot.judgement.explain.Attribution.Slow;
import dev.foliot.store.SlowestMessage;
import dev.foliot.store.explain.Stop;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.explain.ThreadStop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Attribution of the waits of a server's threads, on made-up loads of ten seconds. */
final class RequestWaitsTest {
  private static final long MS = 1_000_000;
  private static final long USUAL_NS = 2 * MS;
  private static final long SLOW_NS = 52 * MS;
  private static final double PER_S = 200;

  private static SlowestMessage request(long index, long startNs, long responseNs) {
    return new SlowestMessage(
        index,
        new SlowestMessage.Times(
            startNs, startNs, startNs + responseNs, responseNs, responseNs, 0, 0),
        0,
        "",
        Map.of());
  }

  /** A slow request every 500 ms, each alone. */
  private static List<SlowestMessage> slowRequests() {
    List<SlowestMessage> requests = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      requests.add(request(i, 100 * MS + i * 500L * MS, SLOW_NS));
    }
    return requests;
  }

  private static ThreadStop wait(long startNs, long lengthNs, boolean serving) {
    return new ThreadStop(
        7,
        new Stop(startNs, startNs + lengthNs, lengthNs, 0, StopKind.MONITOR, "acme.Ledger.add:7"),
        serving,
        0);
  }

  private static List<Explained> explained(List<SlowestMessage> requests, List<ThreadStop> waits) {
    return RequestAttribution.of(
        new Slow(1, requests, List.of(), waits, USUAL_NS, USUAL_NS, 10 * MS), PER_S);
  }

  private static double share(List<Explained> all, int index) {
    return all.stream()
        .filter(one -> one.message().index() == index)
        .findFirst()
        .orElseThrow()
        .shares()
        .getOrDefault(StopKind.MONITOR, 0.0);
  }

  @Test
  void shouldChargeTheRequestAroundAWait() {
    List<Explained> all =
        explained(
            slowRequests(), List.of(wait(101 * MS, 50 * MS, true), wait(601 * MS, 50 * MS, true)));

    assertThat(share(all, 0)).isCloseTo(1, within(0.02));
    assertThat(all).filteredOn(one -> !one.shares().isEmpty()).hasSize(2);
    assertThat(all.getFirst().stops())
        .extracting(Stop::detail)
        .containsExactly("acme.Ledger.add:7");
  }

  @Test
  void shouldNotChargeAWaitThatBeganBeforeTheRequestOrEndedAfterIt() {
    List<Explained> all =
        explained(
            slowRequests(), List.of(wait(95 * MS, 50 * MS, true), wait(610 * MS, 50 * MS, true)));

    assertThat(all).allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldShareAWaitAmongTheRequestsAroundIt() {
    List<SlowestMessage> both = new ArrayList<>(slowRequests());
    both.add(request(100, 100 * MS, SLOW_NS));

    ThreadStop later = wait(601 * MS, 50 * MS, true);
    List<Explained> one = explained(both, List.of(wait(101 * MS, 50 * MS, true), later));
    assertThat(share(one, 0)).isCloseTo(0.5, within(0.02));
    assertThat(share(one, 100)).isCloseTo(0.5, within(0.02));

    // two threads waited, and two requests
    ThreadStop first = wait(101 * MS, 50 * MS, true);
    List<Explained> two =
        explained(both, List.of(first, new ThreadStop(8, first.stop(), true, 0), later));
    assertThat(share(two, 0)).isCloseTo(1, within(0.02));
  }

  private static ThreadStop pool(long startNs, long lengthNs) {
    return new ThreadStop(ThreadStop.POOL, wait(startNs, lengthNs, true).stop(), true, null);
  }

  /**
   * A queue of requests behind two threads that both wait, twice; others are slow by themselves.
   */
  private static List<SlowestMessage> queued(List<ThreadStop> waits) {
    List<SlowestMessage> requests = new ArrayList<>();
    for (long atNs : new long[] {1_000 * MS, 2_000 * MS}) {
      for (int i = 0; i < 10; i++) {
        // the first two are in the threads, and the others come later and queue
        long dueNs = atNs + i * 5L * MS - MS;
        requests.add(request(requests.size(), dueNs, atNs + 60 * MS - dueNs));
      }
      for (int thread = 7; thread < 9; thread++) {
        long fromNs = atNs + (thread - 7) * 5L * MS;
        waits.add(
            new ThreadStop(thread, wait(fromNs, atNs + 59 * MS - fromNs, true).stop(), true, 0));
      }
    }
    for (int i = 0; i < 18; i++) {
      requests.add(request(100 + i, 3_050 * MS + i * 300L * MS, SLOW_NS));
    }
    return requests;
  }

  @Test
  void shouldChargeAllThatQueueBehindThePoolWithWhatItsThreadsWaitFor() {
    List<ThreadStop> waits = new ArrayList<>();
    List<SlowestMessage> requests = queued(waits);
    // without the pool the waits are shared by those that were sent before them
    assertThat(share(explained(requests, waits), 5)).isZero();

    waits.add(pool(1_005 * MS, 54 * MS));
    waits.add(pool(2_005 * MS, 54 * MS));
    List<Explained> all = explained(requests, waits);

    for (int i = 0; i < 9; i++) {
      assertThat(share(all, i)).as("request %d", i).isGreaterThan(0.85);
    }
    assertThat(all)
        .filteredOn(one -> one.message().index() >= 100)
        .allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  /** Another pool of the server has its own requests, which are not of this load. */
  @Test
  void shouldNotChargeThePoolOfOtherRequests() {
    List<ThreadStop> waits = new ArrayList<>();
    Random random = new Random(46);
    for (int i = 0; i < 60; i++) {
      waits.add(pool((long) (random.nextDouble() * 9_000 * MS), 40 * MS));
    }

    assertThat(explained(slowRequests(), waits))
        .allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  /** A pool that always waits as long makes nobody slower than usual. */
  @Test
  void shouldTakeTheUsualWaitForThePoolOff() {
    List<ThreadStop> waits = new ArrayList<>();
    List<SlowestMessage> requests = queued(waits);
    List<ThreadStop> pools = List.of(pool(1_005 * MS, 54 * MS), pool(2_005 * MS, 54 * MS));
    RequestWaits of =
        new RequestWaits(
            new Slow(1, requests, List.of(), pools, USUAL_NS, USUAL_NS, 10 * MS), PER_S / 1e9);

    RequestWaits.Share share = of.of(requests.getFirst()).getFirst();
    assertThat(share.part()).isEqualTo(1);
    // of nine seconds one hundredth, and of that the usual response time
    assertThat((double) of.usualNs(share.place()))
        .isCloseTo(108.0 / 8_202 * USUAL_NS, within(0.05 * USUAL_NS));
  }

  private static ThreadStop known(ThreadStop wait, long request) {
    return new ThreadStop(wait.threadId(), wait.stop(), true, 0, request);
  }

  /** One wait is enough, the other request has nothing of it, and other threads' waits neither. */
  @Test
  void shouldChargeTheRequestThatIsKnownByItsTraceId() {
    List<SlowestMessage> both = new ArrayList<>(slowRequests());
    both.add(request(100, 100 * MS, SLOW_NS));
    ThreadStop wait = wait(101 * MS, 50 * MS, true);

    List<Explained> all = explained(both, List.of(known(wait, 100)));

    assertThat(share(all, 100)).isCloseTo(1, within(0.02));
    assertThat(share(all, 0)).isZero();
    List<Explained> others =
        explained(
            both,
            List.of(known(wait, ThreadStop.ANOTHER), known(wait(601 * MS, 50 * MS, true), -1)));
    assertThat(others).allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  /** What every request waits for is no cause, also where each wait is known. */
  @Test
  void shouldTakeTheUsualWaitOffWhatIsKnown() {
    List<ThreadStop> waits = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      waits.add(known(wait(i * 5L * MS, MS, true), ThreadStop.ANOTHER));
    }
    waits.add(known(wait(101 * MS + 1, 11 * MS, true), 0));

    assertThat(share(explained(slowRequests(), waits), 0)).isCloseTo(10 / 50.0, within(0.01));
  }

  @Test
  void shouldNotChargeAWaitTwiceThatIsPartOfAnother() {
    ThreadStop part =
        new ThreadStop(
            7, new Stop(110 * MS, 140 * MS, 30 * MS, 0, StopKind.FILE_IO, "acme.Disk:1"), true, 0);

    List<Explained> all =
        explained(
            slowRequests(),
            List.of(part, wait(101 * MS, 50 * MS, true), wait(601 * MS, 50 * MS, true)));

    assertThat(all.getFirst().shares()).containsOnlyKeys(StopKind.MONITOR);
  }

  @Test
  void shouldShareAShortWaitWithTheFastRequestsToo() {
    // of 200 requests a second, each of 2 ms, 0.4 are usually there besides
    List<ThreadStop> brief = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      brief.add(wait((101 + 4L * i) * MS, 2 * MS, true));
      brief.add(wait((601 + 4L * i) * MS, 2 * MS, true));
    }
    List<Explained> all = explained(slowRequests(), brief);

    assertThat(share(all, 0)).isCloseTo(6 * 2 / 1.4 / 50, within(0.01));
  }

  @Test
  void shouldNotChargeAThreadThatNoRequestWaitsFor() {
    List<ThreadStop> background = new ArrayList<>();
    for (int i = 0; i < 140; i++) {
      background.add(wait(i * 70L * MS, 20 * MS, false));
    }

    assertThat(explained(slowRequests(), background))
        .allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldNotChargeFewWaitsOfAnUnknownServer() {
    List<ThreadStop> few =
        slowRequests().stream()
            .limit(4)
            .map(request -> wait(request.times().startNs() + MS, 50 * MS, false))
            .toList();

    assertThat(explained(slowRequests(), few))
        .allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldNotChargeManyWaitsOfAnUnknownServerInFewEpisodes() {
    // the machine was busy twice: both the request and the thread took long
    List<ThreadStop> busy = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      busy.add(wait(101 * MS + i * 5L * MS, 4 * MS, false));
      busy.add(wait(2_101 * MS + i * 5L * MS, 4 * MS, false));
    }

    assertThat(explained(slowRequests(), busy))
        .allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldNotChargeWaitsOfAnUnknownServerThatFillLittleOfARequest() {
    List<ThreadStop> brief = new ArrayList<>();
    slowRequests()
        .forEach(request -> brief.add(wait(request.times().startNs() + MS, 20 * MS, false)));

    assertThat(explained(slowRequests(), brief))
        .allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldTellTheCallersOfASharedMethodApart() {
    List<ThreadStop> waits = new ArrayList<>();
    slowRequests()
        .forEach(request -> waits.add(wait(request.times().startNs() + MS, 50 * MS, false)));
    // another thread waits in the same method all the time
    for (int i = 0; i < 180; i++) {
      Stop other =
          new Stop(
              i * 55L * MS,
              i * 55L * MS + 50 * MS,
              50 * MS,
              0,
              StopKind.MONITOR,
              "acme.Ledger.add:7");
      waits.add(new ThreadStop(8, other, false, 1));
    }

    assertThat(explained(slowRequests(), waits))
        .allSatisfy(one -> assertThat(one.unexplained()).isLessThan(0.1));
  }

  @Test
  void shouldNotChargeASingleWaitOfARequest() {
    // it may be a request of others
    assertThat(explained(slowRequests(), List.of(wait(101 * MS, 50 * MS, true))))
        .allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldNotChargeRequestsThatWaitByChance() {
    // others' requests, which nobody measures, wait all the time
    Random random = new Random(1);
    List<ThreadStop> others = new ArrayList<>();
    for (int i = 0; i < 140; i++) {
      others.add(wait(random.nextInt(9_900) * MS, 20 * MS, true));
    }

    assertThat(explained(slowRequests(), others))
        .allSatisfy(one -> assertThat(one.shares()).isEmpty());
  }

  @Test
  void shouldNameWhatTheThreadWaitsForThatWorkWasHandedTo() {
    List<ThreadStop> waits = new ArrayList<>();
    for (SlowestMessage request : slowRequests()) {
      long startNs = request.times().startNs() + MS;
      Stop handed =
          new Stop(startNs, startNs + 50 * MS, 50 * MS, 0, StopKind.PARK, "acme.Web.await:3");
      Stop slept =
          new Stop(startNs, startNs + 49 * MS, 49 * MS, 0, StopKind.SLEEP, "acme.Work.run:9");
      waits.add(new ThreadStop(7, handed, true, 0));
      waits.add(new ThreadStop(8, slept, false, 1));
    }

    assertThat(explained(slowRequests(), waits))
        .allSatisfy(one -> assertThat(one.shares().get(StopKind.SLEEP)).isGreaterThan(0.9));
  }

  @Test
  void shouldChargeWaitsOfAnUnknownServerThatAreThereWheneverRequestsAreSlow() {
    List<ThreadStop> waits = new ArrayList<>();
    slowRequests()
        .forEach(request -> waits.add(wait(request.times().startNs() + MS, 50 * MS, false)));

    List<Explained> all = explained(slowRequests(), waits);
    assertThat(all).allSatisfy(one -> assertThat(one.unexplained()).isLessThan(0.1));
  }

  @Test
  void shouldNotChargeWhatEveryRequestWaitsFor() {
    // a millisecond in every request, slow or not
    List<ThreadStop> waits = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      waits.add(wait(i * 5L * MS + MS / 10, MS, true));
    }
    assertThat(explained(slowRequests(), waits))
        .allSatisfy(one -> assertThat(one.unexplained()).isGreaterThan(0.95));

    // slow ones wait longer in the same place
    slowRequests()
        .forEach(request -> waits.add(wait(request.times().startNs() + MS, 50 * MS, true)));
    assertThat(explained(slowRequests(), waits))
        .allSatisfy(one -> assertThat(one.unexplained()).isLessThan(0.15));
  }

  @Test
  void shouldChargeThePausesOfTheRecordingToo() {
    List<Explained> all =
        explained(
            slowRequests(),
            List.of(
                new ThreadStop(
                    ThreadStop.ALL,
                    new Stop(101 * MS, 141 * MS, 40 * MS, 0, StopKind.GC_PAUSE, "G1 full"))));

    assertThat(all.getFirst().shares().get(StopKind.GC_PAUSE)).isCloseTo(0.8, within(0.02));
  }

  @Test
  void shouldNameThePlaceWithTheLongestWaitsFirst() {
    List<ThreadStop> waits = new ArrayList<>();
    for (SlowestMessage request : slowRequests()) {
      long startNs = request.times().startNs() + MS;
      Stop brief = new Stop(startNs, startNs + 12 * MS, 12 * MS, 0, StopKind.MONITOR, "acme.Log:1");
      waits.add(new ThreadStop(8, brief, true, 0));
      waits.add(wait(startNs + 12 * MS, 36 * MS, true));
    }
    List<Explained> all = explained(slowRequests(), waits);

    assertThat(Explanations.of("run", 1, all, List.of()).causes().getFirst().detail())
        .isEqualTo("acme.Ledger.add:7, acme.Log:1");
  }

  @Test
  void shouldSayNothingWithoutSlowRequests() {
    assertThat(explained(List.of(), List.of(wait(0, MS, false), wait(0, MS, true)))).isEmpty();
  }

  /** Twenty workers wait for a lock since their requests came, and leave it one after the other. */
  @Test
  void shouldGiveEachWaitToTheRequestThatItFitsWhereAllRequestsAreKnown() {
    List<SlowestMessage> requests = new ArrayList<>();
    List<ThreadStop> waits = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      long startNs = 100L * MS * i;
      long endNs = 2_000 * MS + (20 - i) * MS;
      requests.add(request(i, startNs, endNs - startNs));
      Stop stop =
          new Stop(startNs + MS, endNs, endNs - startNs - MS, 0, StopKind.MONITOR, "acme.Ledger:7");
      waits.add(new ThreadStop(i + 1, stop, true, 0));
    }
    RequestWaits shares =
        new RequestWaits(
            new Slow(1, requests, List.of(), waits, USUAL_NS, USUAL_NS, 0), PER_S / 1e9, stop -> 0);

    assertThat(requests)
        .allSatisfy(request ->
            assertThat(shares.of(request))
                .singleElement()
                .satisfies(share ->
                    assertThat(share.ns())
                        .isCloseTo((double) request.times().responseNs(), within(2.0 * MS))));
  }
}
