package dev.foliot.loadrun;

import dev.foliot.bench.NanoClock;
import dev.foliot.bench.SlowMessage;
import dev.foliot.benchrun.ForkSchedule;
import dev.foliot.benchrun.SearchSchedule;
import dev.foliot.judgement.load.LoadAbort;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.run.RunValidity;
import dev.foliot.judgement.run.Summary;
import dev.foliot.judgement.run.SummaryIntervals;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Environment;
import dev.foliot.load.AbortWatch;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.PhaseResult;
import dev.foliot.load.driver.DriverProcess;
import dev.foliot.load.driver.HttpDriver;
import dev.foliot.load.driver.LivePart;
import dev.foliot.service.Jdk;
import dev.foliot.service.recording.ServerRecording;
import dev.foliot.service.timeline.LoadTimeline;
import dev.foliot.store.Arm;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Redaction;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Spread;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.SummaryKey;
import dev.foliot.store.explain.RecordedStops;
import dev.foliot.store.explain.TimelineFiles;
import dev.foliot.store.load.LimitsRecord;
import dev.foliot.text.FoliotException;
import dev.foliot.text.LoadReason;
import dev.foliot.text.RunReason;
import dev.foliot.watch.requests.RequestSource;
import dev.foliot.watch.requests.TracedRequests;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Plays a load test; each measured phase of each round is stored once its plan has ended.
 *
 * <p>{@link #run} is called once; {@link #cut} by any thread at any time.
 *
 * <p>A long file, since the server, the rounds and what is stored of them share one state: what is
 * whole is kept whichever of them ends early.
 */
public final class LoadTestRun {
  private static final String COMMAND = "load";
  private static final String SERVER_LOG = "server.log";
  private static final long POLL_MS = 200;
  private static final long START_POLL_MS = 20;

  /** For the start of the load generator, on a busy machine. */
  private static final long START_MS = 10_000;

  private final LoadTest test;
  private final LoadProgress progress;
  private final Store store;
  private final RunFolder folder;
  private final InstantSource time = InstantSource.system();
  private final String startedAt;
  private final Map<String, Object> environment;
  private final List<ForkRecord> forks = new ArrayList<>();
  private final List<String> forkNames = new ArrayList<>();
  private final List<LoadTest.Measured> measured;
  private final List<LoadRecord> loads = new ArrayList<>();
  private final @Nullable SearchSchedule search;
  private final AtomicReference<@Nullable DriverProcess> running = new AtomicReference<>();
  private final AtomicReference<@Nullable ServerUnderLoad> serving = new AtomicReference<>();
  private LoadPart.@Nullable Clock serverClock;
  private boolean isServerGone;
  private LoadReason.@Nullable Aborted aborted;
  private volatile boolean isCut;

  /**
   * Creates the run's folder in a store, once the server can be connected to.
   *
   * @throws FoliotException if it cannot, with the remedy
   * @throws InterruptedException if interrupted
   * @throws dev.foliot.store.StoreException if the store is not writable
   */
  public LoadTestRun(LoadTest test, Store store, LoadProgress progress)
      throws InterruptedException {
    LoadPlan first = test.plans().getFirst();
    if (test.server() != null) {
      ServerUnderLoad.check(test.server(), first.target());
    }
    if (!(test.server() instanceof ServerPlan.Command)) {
      HttpDriver.tryToConnect(first);
    }
    this.test = test;
    this.store = store;
    this.progress = progress;
    this.measured = test.measured();
    this.loads.addAll(test.loads());
    this.search =
        test.goal() == null
            ? null
            : new SearchSchedule(test.goal(), LoadTest.config(test.plans().getFirst()));
    this.startedAt = now();
    this.environment = Environment.read(Path.of("/"), ProcessHandle.current().pid());
    this.folder = store.begin(COMMAND);
    folder.write(record(false, summary()));
    List<String> limits = test.limits().assertions().stream().map(LoadAssertion::toString).toList();
    if (!limits.isEmpty()) {
      new LimitsRecord(limits).write(folder);
    }
  }

  /**
   * Plays all rounds.
   *
   * @return the result, also after {@link #cut}
   * @throws FoliotException if the generator cannot be started or fails
   * @throws dev.foliot.store.StoreException if the store is not writable; complete phases remain
   * @throws InterruptedException if interrupted; the generator is then ended
   */
  public LoadTestResult run() throws InterruptedException {
    // outside the store: the generator's plan has the headers, and so the secrets, of requests
    Path scratch = scratch();
    try {
      serverClock = clockBefore();
      SearchSchedule schedule = search;
      if (schedule != null) {
        beside(() -> search(schedule, scratch));
      }
      for (int round = 0; schedule == null && round < test.rounds().count() && goesOn(); round++) {
        int number = round;
        beside(() -> round(number, scratch));
      }
      boolean whole = goesOn();
      folder.write(record(whole, forks.isEmpty() ? summary() : SummaryIntervals.of(stored())));
      if (test.rounds().explains() && whole) {
        recorded(scratch);
      }
    } catch (IOException e) {
      throw FoliotException.environment(
          "the folder of the run cannot be written: " + e.getMessage() + ": free some space");
    } finally {
      remove(scratch);
    }
    return LoadTestResult.read(stored(), isCut);
  }

  /** The server's clock, of a part that begins late enough; else it is asked after the load. */
  private LoadPart.@Nullable Clock clockBefore() throws InterruptedException {
    LoadPlan plan = test.plans().getFirst();
    long leftMs = plan.execution().startAtMs() - time.millis();
    return plan.execution().share().isPart() && leftMs > START_MS + ServerClock.LONGEST_MS
        ? ServerClock.of(plan).orElse(null)
        : null;
  }

  private boolean goesOn() {
    return !isCut && !isServerGone && aborted == null;
  }

  private interface Part {
    void play() throws InterruptedException, IOException;
  }

  /** Plays a part of the test beside its server, which is started for it if the test says so. */
  private void beside(Part part) throws InterruptedException, IOException {
    ServerPlan plan = test.server();
    if (plan == null) {
      part.play();
      return;
    }
    if (plan instanceof ServerPlan.Command) {
      progress.startsServer();
    }
    try (ServerUnderLoad server = ServerUnderLoad.launch(plan, folder.path().resolve(SERVER_LOG))) {
      serving.set(server);
      if (!isCut) {
        server.awaitReady(test.plans().getFirst().target());
        part.play();
        if (isServerGone && forks.isEmpty()) {
          throw FoliotException.environment(
              "the server ended before anything was measured" + server.howItEnded());
        }
      }
    } catch (FoliotException e) {
      // a server that was given up leaves nothing
      if (!isCut) {
        throw e;
      }
    } finally {
      serving.set(null);
    }
  }

  private void round(int number, Path scratch) throws InterruptedException, IOException {
    for (int plan = 0; plan < test.plans().size() && goesOn(); plan++) {
      play(test.plans().get(plan), number, phase(plan), scratch);
    }
  }

  /**
   * Plays the load once more, with a flight recording of the server. Without its result the run has
   * all its figures.
   */
  private void recorded(Path scratch) throws InterruptedException, IOException {
    LoadPlan plan = test.plans().getFirst();
    try {
      beside(() -> {
        ServerUnderLoad server = Objects.requireNonNull(serving.get());
        switch (ServerRecording.start(server.pid(), plan.durationNs())) {
          case Reading.Unavailable<ServerRecording> none -> progress.notRecorded(none);
          case Reading.Value<ServerRecording>(ServerRecording recording) -> {
            try (recording) {
              play(
                  plan,
                  test.rounds().count(),
                  scratch,
                  recording::notePorts,
                  (played, startedAt) -> keepRecorded(played, recording, startedAt));
            }
          }
        }
      });
    } catch (FoliotException e) {
      progress.notRecorded(
          new Reading.Unavailable<>(new RunReason.ForkFailed(String.valueOf(e.getMessage()))));
    }
  }

  /** The load of each phase of a plan; -1 for one that is not measured. */
  private IntUnaryOperator phase(int plan) {
    return phase -> measured.indexOf(new LoadTest.Measured(plan, phase));
  }

  private void search(SearchSchedule schedule, Path scratch)
      throws InterruptedException, IOException {
    LoadPlan base = test.plans().getFirst();
    for (ForkSchedule.Turn turn = schedule.next(forks);
        turn != null && goesOn();
        turn = schedule.next(forks)) {
      int load = turn.load();
      LoadPlan plan = base.atRate(schedule.loads().get(load).rate());
      if (load == loads.size()) {
        loads.add(LoadRecords.load(plan, measured.getFirst().phase()));
      }
      play(
          plan,
          turn.replicate(),
          phase -> phase == measured.getFirst().phase() ? load : -1,
          scratch);
    }
  }

  /** Receives a plan that was played. */
  private interface Keeper {
    void keep(PlayedPlan played, String startedAt) throws InterruptedException;
  }

  /**
   * Plays a plan.
   *
   * @param loadOf the index of the load of each phase, -1 for one that is not measured
   */
  private void play(LoadPlan of, int round, IntUnaryOperator loadOf, Path scratch)
      throws InterruptedException, IOException {
    play(of, round, scratch, () -> {}, (played, startedAt) -> keep(played, loadOf, startedAt));
  }

  /**
   * Plays a plan.
   *
   * @param beside called now and then while it is played
   */
  private void play(LoadPlan of, int round, Path scratch, Runnable beside, Keeper keeper)
      throws InterruptedException, IOException {
    LoadPlan plan = of.withSeed(of.seed() + round).ofRun(folder.id() + "/" + round);
    progress.starts(round + 1, plan);
    String forkStartedAt = now();
    ServerUnderLoad server = serving.get();
    // reading a JVM's tables takes a moment, in which the other watch need not sample
    try (LoadTimeline timeline =
            LoadTimeline.start(
                server == null ? OptionalLong.empty() : OptionalLong.of(server.pid()));
        @Nullable TracedRequests log = log();
        @Nullable ServerWatch watch = server == null ? null : server.watch(plan);
        LivePart part = LivePart.begin(plan, folder.path());
        DriverProcess driver =
            DriverProcess.start(
                plan, test.generator().cpus(), scratch, test.generator().jvmArgs())) {
      running.set(driver);
      if (isCut) {
        driver.cut();
      }
      follow(driver, server, timeline, part, beside);
      timeline.stop();
      LoadResult result = driver.await();
      if (watch != null) {
        watch.stop(timeline.jvm());
        isServerGone = watch.hasEnded();
      }
      keeper.keep(
          new PlayedPlan(plan, driver, result, watch, timeline, inServer(plan, result, log)),
          forkStartedAt);
    } catch (FoliotException e) {
      // cut before it began, it leaves nothing
      if (!isCut) {
        throw e;
      }
    } finally {
      running.set(null);
    }
  }

  private @Nullable TracedRequests log() {
    ServerSetup.Log log = test.watched().log();
    return log == null
        ? null
        : new TracedRequests(RequestSource.log(log.file(), log.format(), "--server-log-format"));
  }

  private ServerTimes inServer(LoadPlan plan, LoadResult result, @Nullable TracedRequests log)
      throws InterruptedException {
    if (log == null) {
      return ServerTimes.none(plan::traceId);
    }
    TracedRequests.Found found = log.find(ServerTimes.traces(plan, result));
    found.problem().ifPresent(progress::notInLog);
    return ServerTimes.of(plan, found);
  }

  /** Passes the samples on until the generator has ended; without a server it ends early. */
  private void follow(
      DriverProcess driver,
      @Nullable ServerUnderLoad server,
      LoadTimeline timeline,
      LivePart part,
      Runnable beside)
      throws InterruptedException, IOException {
    boolean cut = false;
    LoadAbort limit = test.limits().abort();
    AbortWatch abort = limit == null ? null : new AbortWatch(limit);
    GeneratorUse use = new GeneratorUse(driver.handle().pid(), NanoClock.system());
    while (!driver.hasEndedWithin(timeline.isGeneratorWatched() ? POLL_MS : START_POLL_MS)) {
      if (!timeline.isGeneratorWatched() && driver.startNanoTime().isPresent()) {
        timeline.generator(driver.handle().pid());
      }
      List<LiveSample> samples = driver.samples();
      if (!samples.isEmpty()) {
        use.cpus().ifPresent(progress::generator);
        beside.run();
      }
      for (LiveSample sample : samples) {
        progress.sample(sample);
        part.add(sample);
        if (abort != null && aborted == null) {
          aborted = abort.sample(sample).orElse(null);
        }
      }
      if (!cut && aborted != null) {
        driver.cut();
        cut = true;
      }
      if (!cut && server != null && server.end().isPresent()) {
        driver.cut();
        cut = true;
      }
    }
  }

  private void keep(PlayedPlan played, IntUnaryOperator loadOf, String forkStartedAt)
      throws InterruptedException {
    if (played.plan().execution().share().isPart()) {
      try {
        LoadPart.Clock known =
            serverClock == null ? ServerClock.of(played.plan()).orElse(null) : serverClock;
        played.driver().part().with(known).write(folder.path().resolve(LoadPart.FILE));
      } catch (IOException e) {
        throw FoliotException.environment(
            "the part cannot be written: " + e.getMessage() + ": free some space");
      }
    }
    for (int phase = 0; phase < played.result().phases().size(); phase++) {
      int load = loadOf.applyAsInt(phase);
      if (load >= 0) {
        LoadRecords records = played.records(phase);
        int fork = forks.size() + 1;
        ForkRecord record = records.fork(load, fork, forkStartedAt, aborted);
        try (ForkFolder into = folder.beginFork(fork)) {
          played.write(phase, records, into);
          into.commit(record);
          forkNames.add(into.name());
        }
        forks.add(record);
        folder.write(record(false, summary()));
        progress.ended(record);
      }
    }
  }

  /** Keeps the measured phase of the extra load, apart from the figures. */
  private void keepRecorded(PlayedPlan played, ServerRecording recording, String startedAt)
      throws InterruptedException {
    int phase = measured.getFirst().phase();
    if (isServerGone) {
      progress.notRecorded(
          new Reading.Unavailable<>(
              new RunReason.ForkFailed(
                  "the server ended during the extra load"
                      + Objects.requireNonNull(serving.get()).howItEnded())));
      return;
    }
    if (phase >= played.result().phases().size()) {
      // cut before it
      return;
    }
    PhaseResult measurement = played.result().phases().get(phase);
    recording.stop();
    switch (recording.read(
        played.result().startNanoTime() + measurement.startNs(),
        measurement.untilLastNs(),
        traces(played.plan(), phase, measurement))) {
      case Reading.Unavailable<RecordedStops> none -> progress.notRecorded(none);
      case Reading.Value<RecordedStops>(RecordedStops stops) -> {
        LoadRecords records = played.records(phase);
        try (ForkFolder into = folder.beginRecorded(1)) {
          played.write(phase, records, into);
          TimelineFiles.write(into, stops);
          into.commit(records.fork(0, 1, startedAt, null));
        }
      }
    }
  }

  /** The slow requests of a phase by their trace ids; empty where they have none. */
  private static Map<String, Long> traces(LoadPlan plan, int phase, PhaseResult result) {
    Map<String, Long> all = new HashMap<>();
    for (SlowMessage one : result.slowest()) {
      String trace = plan.traceId(phase, one.index(), (int) one.threadId());
      if (trace != null) {
        all.put(trace, one.index());
      }
    }
    return all;
  }

  /**
   * Ends the load early: it sends nothing more, and what was measured so far is kept. Any thread.
   */
  public void cut() {
    isCut = true;
    DriverProcess driver = running.get();
    if (driver != null) {
      driver.cut();
    }
    ServerUnderLoad server = serving.get();
    if (server != null) {
      server.giveUp();
    }
  }

  /** Why it was ended early by a limit; empty where it was not. */
  public Optional<LoadReason.Aborted> aborted() {
    return Optional.ofNullable(aborted);
  }

  private StoredRun stored() {
    return store.find(folder.path().toString());
  }

  private Map<SummaryKey, Map<String, Spread>> summary() {
    return Summary.of(forks, 1, loads.size());
  }

  private RunRecord record(boolean complete, Map<SummaryKey, Map<String, Spread>> summary) {
    Jdk jdk = Jdk.current();
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            folder.id(),
            COMMAND,
            test.commandLine(),
            Redaction.text(test.name()),
            startedAt,
            complete ? now() : null),
        new RunRecord.Setup(
            List.of(
                new Arm(
                    jdk.home().toString(),
                    jdk.version(),
                    test.generator().jvmArgs(),
                    test.generator().cpus() == null
                        ? null
                        : String.valueOf(test.generator().cpus()))),
            List.copyOf(loads),
            environment),
        new RunRecord.Result(
            search == null
                ? RunValidity.of(forks, loads.stream().map(LoadRecord::rateText).toList())
                : search.validity(forks),
            summary,
            List.of(),
            search == null ? null : search.search(forks)),
        List.copyOf(forkNames),
        complete);
  }

  /** A folder that only this user can read. */
  private static Path scratch() {
    try {
      return Files.createTempDirectory("foliot-load");
    } catch (IOException e) {
      throw FoliotException.environment(
          "no temporary folder can be made: " + e.getMessage() + ": free some space");
    }
  }

  private static void remove(Path scratch) {
    try (Stream<Path> files = Files.walk(scratch)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // what is left is the user's alone, and goes with the other temporary files
      return;
    }
  }

  private String now() {
    return Instant.ofEpochMilli(time.millis()).toString();
  }
}
