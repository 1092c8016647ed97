package dev.foliot.study;

import dev.foliot.linux.Reading;
import dev.foliot.load.DriverProcess;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.Traffic;
import dev.foliot.store.DiagnosisRecord;
import dev.foliot.store.StudyRemedy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plays one fork of a command of the user's that serves HTTP: {@code diagnose} looks at the first
 * fork of each arm under the same load, before the one that is measured, and where the class lies
 * is read after it. Whatever happens, no process of it is left when {@link #play} returns or
 * throws.
 */
final class RemedyServiceCell implements CellRun.Guest {
  private static final Path ROOT = Path.of("/");

  /** A driver that is not there yet would leave nothing to see. */
  private static final long DRIVER_START_NS = 1_500_000_000L;

  /** Longer than any look. */
  private static final long LOOK_NS = 600_000_000_000L;

  private final StudyPlan plan;
  private final Cell cell;
  private final CommandRemedy remedy;
  private final StepPlan step;
  private final Path folder;
  private final Path log;
  private final StudyProgress progress;
  private final List<String> unavailable = new ArrayList<>();
  private Optional<DiagnosisRecord> seen = Optional.empty();
  private @Nullable Integer place;

  /**
   * @param folder for what the agent and the driver say, which is not kept
   * @param log takes what the service prints
   */
  RemedyServiceCell(StudyPlan plan, Cell cell, Path folder, Path log, StudyProgress progress) {
    if (!(plan.arms().get(cell.arm()).start() instanceof ArmStart.Command own)) {
      throw new IllegalStateException(plan.arms().get(cell.arm()).name() + " is no command");
    }
    this.plan = plan;
    this.cell = cell;
    this.remedy = own.remedy().orElseThrow();
    this.step = plan.steps().get(cell.step());
    this.folder = folder;
    this.log = log;
    this.progress = progress;
  }

  /** What {@code diagnose} saw; empty where it did not look, or could not. */
  Optional<DiagnosisRecord> seen() {
    return seen;
  }

  /**
   * Plays it.
   *
   * @throws dev.foliot.text.LabException if this system cannot hold arms or a driver at all
   * @throws InterruptedException if interrupted; all processes have ended then
   */
  CellOutcome play() throws InterruptedException {
    Path told = folder.resolve("steered.json");
    StudyPlan filled =
        plan.withArms(plan.arms().stream().map(arm -> RemedyCommand.filled(arm, told)).toList());
    CellOutcome outcome = new CellRun(filled, cell, null, folder, log, progress).play(this);
    return outcome instanceof CellOutcome.Played played ? remedied(played, told) : outcome;
  }

  @Override
  public void before(Service service, Function<List<LoadPhase>, DriverProcess> driving)
      throws InterruptedException {
    if (cell.replicate() != 0) {
      return;
    }
    List<LoadPhase> phases =
        List.of(
            new LoadPhase("warm-up", new Traffic.Closed(step.warmupClients(), 0), step.warmupNs()),
            new LoadPhase("look", step.traffic(), LOOK_NS));
    progress.stage(StudyProgress.Stage.WARMING_UP);
    try (DriverProcess _ = driving.apply(phases)) {
      await(service, DRIVER_START_NS + step.warmupNs());
      switch (RemedyLook.at(service.pid(), plan.form())) {
        case Reading.Value<DiagnosisRecord>(DiagnosisRecord record) -> seen = Optional.of(record);
        case Reading.Unavailable<DiagnosisRecord> none ->
            unavailable.add(RemedyLook.NOT_SEEN + none.sentence());
      }
    }
    service.check();
  }

  /** Lets time pass, less if the service dies. */
  private static void await(Service service, long ns) throws InterruptedException {
    try {
      service.process().ended().get(ns, TimeUnit.NANOSECONDS);
      service.check();
    } catch (TimeoutException e) {
      return;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a process cannot be waited for", e);
    }
  }

  @Override
  public void after(Service service) {
    if (remedy.className().isEmpty()) {
      return;
    }
    switch (ClassPlace.of(ROOT, service.pid(), remedy.className().get())) {
      case Reading.Value<Integer>(Integer seenAt) -> place = seenAt;
      case Reading.Unavailable<Integer> none -> {
        service.check();
        unavailable.add("where the class lies: " + none.sentence());
      }
    }
  }

  /** What was measured, with what was seen. */
  private CellOutcome remedied(CellOutcome.Played played, Path told) {
    StudyRemedy record = RemedyLook.remedy(seen, remedy.steeredTo(), place, told);
    Map<String, Double> measures = new LinkedHashMap<>(played.measures());
    if (place != null) {
      measures.put(LotteryReading.LINE_OFFSET, (double) place);
    }
    List<String> missing = new ArrayList<>(played.unavailable());
    missing.addAll(unavailable);
    List<String> suspect = new ArrayList<>(played.suspect());
    RemedyLook.missed(record).ifPresent(suspect::add);
    return new CellOutcome.Played(
        played.load(),
        played.startEpochMs(),
        played.course(),
        played.watch(),
        measures,
        missing,
        suspect,
        played.flight(),
        played.collection(),
        played.prediction(),
        record);
  }
}
