package dev.foliot.demo;

import dev.foliot.diagnose.Diagnosis;
import dev.foliot.linux.Reading;
import dev.foliot.linux.machine.Environment;
import dev.foliot.linux.process.ScratchFolder;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.service.jdk.InstalledJdks;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.study.lottery.LotteryPlan;
import dev.foliot.study.lottery.WaitingLottery;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Two affected JVMs that differ only in an address.
 *
 * <p>It starts the lottery program twice. Each JVM is read, diagnosed from outside while it runs,
 * and then measured. The two run in sequence, because each needs two CPUs.
 */
public final class PlacementExperiment implements DemoExperiment {
  private static final Path ROOT = Path.of("/");
  private static final Topic TOPIC =
      new Topic(
          DemoPart.PLACEMENT,
          "Two JVMs that differ in one address alone, told apart from outside",
          List.of("foliot diagnose PID", "foliot compare SLOW FAST"),
          24);

  /** The shift of the first JVM's class, in units of 8 bytes; the second's follows from it. */
  private static final int FIRST_METHODS = 5;

  private static final long MS = 1_000_000;

  private final Store store;
  private final Path storeFolder;
  private final List<String> commandLine;
  private final @Nullable Jdk asked;
  private final boolean shortest;

  /**
   * Creates the experiment.
   *
   * @param storeFolder as the user named it
   * @param asked the JDK of both, null for an affected one, or for this one
   * @param shortest whether it takes seconds only, and its figures mean little
   */
  public PlacementExperiment(
      Store store,
      Path storeFolder,
      List<String> commandLine,
      @Nullable Jdk asked,
      boolean shortest) {
    this.store = store;
    this.storeFolder = storeFolder;
    this.commandLine = List.copyOf(commandLine);
    this.asked = asked;
    this.shortest = shortest;
  }

  @Override
  public Topic topic() {
    return TOPIC;
  }

  /**
   * An examined JVM.
   *
   * @param place of its class
   * @param run the stored diagnosis
   * @param seen the diagnosis
   * @param speeds its measured speeds
   */
  record Patient(
      StudyPrediction place, StoredRun run, DiagnosisRecord seen, WaitingLottery.Speeds speeds) {}

  @Override
  public DemoPart play(Consumer<String> step, Cancellation cancellation)
      throws InterruptedException {
    Diagnosis.mustBeLinux(System.getProperty("os.name"));
    CpuPartition cpus = cpus();
    Jdk jdk =
        asked != null
            ? asked
            : LotteryPlan.findIll(InstalledJdks.found(ROOT)).orElseGet(Jdk::current);
    cancellation.step(Thread.currentThread()::interrupt);
    Patient first = look("the first JVM", jdk, FIRST_METHODS, cpus, step, cancellation);
    if (first.place().band().equals(StudyPrediction.ALIKE)) {
      throw FoliotException.environment(new DemoReason.JdkHasCure(jdk.version()));
    }
    int other =
        WaitingLottery.opposite(first.place(), FIRST_METHODS)
            .orElseThrow(() ->
                FoliotException.environment(new DemoReason.AddressesAlike(first.place().reason())));
    Patient second = look("the second JVM", jdk, other, cpus, step, cancellation);
    cancellation.stepEnded();
    if (first.place().line().sameLine() == second.place().line().sameLine()) {
      throw FoliotException.environment(new DemoReason.ClassNotMoved(jdk.version()));
    }
    boolean firstIsSlow = first.place().line().sameLine();
    return new PlacementPart(
            TOPIC,
            firstIsSlow ? first : second,
            firstIsSlow ? second : first,
            jdk,
            !LotteryPlan.withoutCure(jdk).isEmpty())
        .part(storeFolder);
  }

  private static CpuPartition cpus() {
    return switch (CpuPartition.here(ROOT)) {
      case Reading.Value<CpuPartition>(CpuPartition here) -> here;
      case Reading.Unavailable<CpuPartition> none ->
          throw FoliotException.environment(none.sentence(), none.why());
    };
  }

  private Patient look(
      String name,
      Jdk jdk,
      int fillerMethods,
      CpuPartition cpus,
      Consumer<String> step,
      Cancellation cancellation)
      throws InterruptedException {
    step.accept("starting " + name);
    WaitingLottery.Spec spec =
        new WaitingLottery.Spec(
            name,
            jdk,
            LotteryPlan.withoutCure(jdk),
            fillerMethods,
            (shortest ? 500 : 1_000) * MS,
            (shortest ? 400 : 1_500) * MS);
    ClassPath apps = ClassPath.parse(System.getProperty("java.class.path"));
    try (ScratchFolder folder = folder();
        WaitingLottery lottery = WaitingLottery.start(spec, apps, cpus, folder.path())) {
      step.accept("looking into " + name + " from outside");
      DiagnosisRecord seen = diagnose(lottery.pid());
      if (cancellation.isCancelled()) {
        throw new InterruptedException("cancelled");
      }
      StoredRun run = keep(seen, lottery.pid());
      step.accept("measuring " + name);
      return new Patient(lottery.prediction(), run, seen, lottery.measure());
    }
  }

  private DiagnosisRecord diagnose(long pid) {
    Diagnosis.Request request =
        new Diagnosis.Request(
            Duration.ofSeconds(shortest ? 2 : 5), Set.of(ExaminationKind.SHARING), false);
    return switch (new Diagnosis(ROOT).of(pid, request, (what, done) -> {})) {
      case Reading.Value<DiagnosisRecord>(DiagnosisRecord seen) -> DiagnosisFiles.redacted(seen);
      case Reading.Unavailable<DiagnosisRecord> none ->
          throw FoliotException.environment(none.sentence(), none.why());
    };
  }

  private StoredRun keep(DiagnosisRecord seen, long pid) {
    return DiagnosisFiles.write(
        store, seen, commandLine, Instant.now().toString(), Environment.read(ROOT, pid), true);
  }

  private static ScratchFolder folder() {
    return switch (ScratchFolder.of("foliot-demo-")) {
      case Reading.Value<ScratchFolder>(ScratchFolder folder) -> folder;
      case Reading.Unavailable<ScratchFolder> none ->
          throw FoliotException.environment(none.reason() + ": " + none.remedy(), none.why());
    };
  }
}
