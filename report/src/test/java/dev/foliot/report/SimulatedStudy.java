package dev.foliot.report;

import dev.foliot.store.Arm;
import dev.foliot.store.ForkFolder;
import dev.foliot.store.ForkRecord;
import dev.foliot.store.KernelView;
import dev.foliot.store.LoadRecord;
import dev.foliot.store.Percentiles;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Unavailable;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.Severity;
import dev.foliot.store.study.MetricValues;
import dev.foliot.store.study.StudyAnswer;
import dev.foliot.store.study.StudyArm;
import dev.foliot.store.study.StudyCourse;
import dev.foliot.store.study.StudyCpus;
import dev.foliot.store.study.StudyDesign;
import dev.foliot.store.study.StudyFiles;
import dev.foliot.store.study.StudyMark;
import dev.foliot.store.study.StudyPoint;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.store.study.StudyRecord;
import dev.foliot.store.study.StudyRemedy;
import dev.foliot.store.study.StudyStep;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Studies that were never played, written into a store; the same one has the same figures. One long
 * class, since every kind of study is made of the same few parts.
 */
public final class SimulatedStudy {
  public static final List<String> ARMS =
      List.of("virtual", "adaptive", "adaptive-virtual", "fixed:50");
  private static final Map<String, String> PAGES = new ConcurrentHashMap<>();

  public static final List<String> STUDIES =
      List.of("throughput", "ramp-up", "memory", "short-tasks", "scaling");
  private static final long SECOND = 1_000_000_000L;

  private final String study;
  private List<String> arms = ARMS;
  private int forks = 4;
  private Verdict verdict = Verdict.SUSPECT;
  private boolean complete = true;
  private boolean failing;
  private int whole = Integer.MAX_VALUE;
  private String text = "";
  private boolean open;
  private boolean looks;
  private List<String> command = List.of();
  private final Map<String, String> variables = new LinkedHashMap<>();
  private boolean stepped;

  /** The page of a study as it is usually simulated, made once for all tests. */
  public static String page(String study) {
    return PAGES.computeIfAbsent(
        study,
        name -> StudyPages.html(List.of(new SimulatedStudy(name).write(Scratch.folder("study")))));
  }

  public SimulatedStudy(String study) {
    this.study = study;
  }

  public SimulatedStudy arms(String... names) {
    arms = List.of(names);
    return this;
  }

  public SimulatedStudy forks(int each) {
    forks = each;
    return this;
  }

  /** Of all forks. */
  public SimulatedStudy verdict(Verdict all) {
    verdict = all;
    return this;
  }

  /** The process was stopped when so many forks were whole. */
  public SimulatedStudy interruptedAfter(int count) {
    whole = count;
    complete = false;
    return this;
  }

  /** The first fork of each arm did not start. */
  public SimulatedStudy failing() {
    failing = true;
    return this;
  }

  /** A study of throughput or scaling has a load of an open loop, too. */
  public SimulatedStudy withAnOpenLoad() {
    open = true;
    return this;
  }

  /** What memory is made of was looked at, whatever the study. */
  public SimulatedStudy lookingAtMemory() {
    looks = true;
    return this;
  }

  /** The first arm is a command, with half a CPU and half a gigabyte. */
  public SimulatedStudy startedBy(String... words) {
    command = List.of(words);
    return this;
  }

  /** A variable of the arm that is a command. */
  public SimulatedStudy given(String name, String value) {
    variables.put(name, value);
    return this;
  }

  /** All loads follow each other in one process. */
  public SimulatedStudy steppedUp() {
    stepped = true;
    return this;
  }

  /** What every text has in it. */
  public SimulatedStudy saying(String evil) {
    text = evil;
    return this;
  }

  /** Writes it. */
  public StoredRun write(Path dir) {
    Instant at = Instant.parse("2026-11-22T10:00:00Z");
    Store store = new Store(dir, () -> at, new Random(study.hashCode() + arms.hashCode()));
    RunFolder folder = store.begin("study");
    List<StudyPoint> points = new ArrayList<>();
    for (int replicate = 0; replicate < forks; replicate++) {
      for (int step = 0; step < steps().size(); step++) {
        for (int arm = 0; arm < arms.size(); arm++) {
          if (points.size() < whole) {
            points.add(fork(folder, points.size() + 1, arm, step, replicate));
          }
        }
      }
    }
    StudyFiles.write(folder, record(folder.id(), points));
    folder.write(run(folder.id(), points));
    return store.find(folder.id());
  }

  private StudyPoint fork(RunFolder folder, int number, int arm, int step, int replicate) {
    boolean failed = failing && replicate == 0;
    SimulatedPlay play =
        new SimulatedPlay(
            study,
            steps().get(step),
            arm,
            new Random(arm * 1_000L + number),
            looks || study.equals("memory"));
    Validity validity = validity(failed);
    StudyPoint point =
        failed
            ? failed(number, arm, step, validity)
            : study.equals("sharing-lottery")
                ? drawn(play.point(arms.get(arm), step, number, validity, text), arm)
                : study.equals("remedy")
                    ? remedied(number, arm, step, validity)
                    : play.point(arms.get(arm), step, number, validity, text);
    try (ForkFolder part = folder.beginFork(number)) {
      StudyFiles.write(part, point, failed ? StudyCourse.NONE : play.course(text));
      part.commit(record(number, arm, step, validity));
    }
    return point;
  }

  /** As the lottery has it: the arm's number is its place. */
  private StudyPoint drawn(StudyPoint point, int arm) {
    int place = 8 * arm % 64;
    boolean sameLine = (place + 32) / 64 == (place + 56) / 64;
    double perS = (sameLine ? 400e6 : 800e6) + point.fork() * 1e6;
    return new StudyPoint(
        new StudyPoint.Cell(point.arm(), point.step(), null, null, point.fork()),
        StudyPoint.Answered.of(perS),
        StudyPoint.Used.UNKNOWN,
        new MetricValues(
            Map.of(
                "line_offset_bytes",
                (double) place,
                "reader_per_s",
                perS,
                "reader_per_cpu_s",
                perS,
                "writer_per_s",
                5e7)),
        StudyPoint.Observed.NOTHING,
        StudyPoint.Trust.of(point.validity()),
        new StudyPoint.Placement(
            new StudyPrediction(
                "2026-11-22T10:00:00Z",
                "17.0.15" + text,
                new StudyPrediction.LoadedClass(
                    "dev.foliot.apps.lottery.Parcel" + text,
                    "Loader @0x1" + text,
                    "0x7f0000001000" + text),
                new StudyPrediction.Line(64, place, 32, 56, sameLine),
                sameLine ? StudyPrediction.SLOW : StudyPrediction.FAST,
                "they are on " + (sameLine ? "one line" : "different lines") + text),
            null));
  }

  /** As the study of remedies has it: the first arm is sick, and only first forks are looked at. */
  private StudyPoint remedied(int number, int arm, int step, Validity validity) {
    double perS = (arm == 0 ? 400e6 : 1_200e6) + number * 1e6;
    StudyRemedy.Seen seen =
        new StudyRemedy.Seen(
            "false sharing",
            "a.Parcel" + text,
            new Finding.Grade(Severity.HIGH, new Reason.Plain("many writes" + text)),
            null);
    return new StudyPoint(
        new StudyPoint.Cell(arms.get(arm), step, null, null, number),
        StudyPoint.Answered.of(perS),
        StudyPoint.Used.UNKNOWN,
        new MetricValues(
            Map.of("line_offset_bytes", arm == 0 ? 48.0 : 24.0, "cpu_ns_per_op", 2e9 / perS)),
        StudyPoint.Observed.NOTHING,
        StudyPoint.Trust.of(validity),
        new StudyPoint.Placement(
            null,
            new StudyRemedy(
                number > arms.size() ? null : arm == 0 ? "1 finding: 1 high" : "nothing found",
                arm == 0 && number <= arms.size() ? List.of(seen) : List.of(),
                null,
                null,
                arm == 0 ? 48 : 24,
                null)));
  }

  private Validity validity(boolean failed) {
    return switch (failed ? Verdict.INVALID : verdict) {
      case VALID -> Validity.valid();
      case SUSPECT ->
          Validity.of(
              Verdict.SUSPECT,
              Reasons.plain(List.of("the pacer waited for a CPU 2.4 % of the time" + text)));
      case INVALID ->
          Validity.of(Verdict.INVALID, Reasons.plain(List.of("it did not start" + text)));
    };
  }

  private StudyPoint failed(int number, int arm, int step, Validity validity) {
    return new StudyPoint(
        new StudyPoint.Cell(
            arms.get(arm),
            step,
            steps().get(step).load().ratePerS(),
            steps().get(step).load().clients(),
            number),
        StudyPoint.Answered.of(0),
        StudyPoint.Used.UNKNOWN,
        MetricValues.NONE,
        StudyPoint.Observed.NOTHING,
        new StudyPoint.Trust(Unavailable.NOTHING, validity, "it did not start" + text),
        StudyPoint.Placement.NONE);
  }

  private List<StudyStep> steps() {
    List<StudyStep> steps = new ArrayList<>(loads());
    if (stepped) {
      steps.subList(1, steps.size()).replaceAll(SimulatedStudy::continuing);
    }
    return steps;
  }

  private static StudyStep continuing(StudyStep step) {
    return new StudyStep(
        step.name(),
        new StudyStep.Load(
            step.load().loop(),
            step.load().traffic(),
            step.load().ratePerS(),
            step.load().clients()),
        new StudyStep.Times(0, 0, step.times().durationNs()),
        new StudyStep.Varied(
            step.varied().delayNs(),
            step.varied().taskNs(),
            step.varied().app(),
            step.varied().cpus()),
        step.marks(),
        true);
  }

  private List<StudyStep> loads() {
    return switch (study) {
      case "throughput" ->
          Stream.concat(
                  IntStream.of(2, 8, 32, 128)
                      .mapToObj(clients -> closed(clients + " clients", clients, 0, 4, 2)),
                  open ? Stream.of(open("300/s poisson", 300)) : Stream.of())
              .toList();
      case "memory" ->
          List.of(
              new StudyStep(
                  "load L, then 1.1 L",
                  new StudyStep.Load("open", "open loop, 400/s, then 440/s", 400.0, null),
                  new StudyStep.Times(SECOND, 0, 20 * SECOND),
                  new StudyStep.Varied(SECOND / 5, null, "bank", null),
                  List.of(new StudyMark(0, "load L" + text), new StudyMark(10_000, "1.1 L" + text)),
                  null));
      case "short-tasks" -> tasks();
      case "scaling" ->
          Stream.concat(
                  IntStream.of(1, 2, 4, 8).mapToObj(cpus -> onCpus("closed", cpus)),
                  open ? Stream.of(onCpus("open", 16)) : Stream.of())
              .toList();
      case "other" -> List.of(closed("only one", 16, 0, 3, 2));
      default -> List.of(closed("full load", 300, 1, 6, 200));
    };
  }

  private List<StudyStep> tasks() {
    List<StudyStep> steps = new ArrayList<>();
    for (String app : List.of("burn", "ping")) {
      for (int cpus = 1; cpus <= (app.equals("burn") ? 2 : 1); cpus++) {
        for (long us : new long[] {50, 1_000}) {
          String name = app + " " + us + " us on " + cpus;
          String loop = app.equals("burn") ? "none" : "closed";
          steps.add(step(name, loop, 16, 0, 2, null, us * 1_000, app, cpus));
        }
      }
    }
    return steps;
  }

  private static StudyStep open(String name, double ratePerS) {
    return new StudyStep(
        name,
        new StudyStep.Load("open", "open loop, " + name, ratePerS, null),
        new StudyStep.Times(SECOND, 0, 4 * SECOND),
        new StudyStep.Varied(2_000_000L, null, null, null),
        List.of(),
        null);
  }

  private StudyStep onCpus(String loop, int cpus) {
    return step(cpus + " CPUs", loop, 32 * cpus, 0, 3, 2_000_000L, null, "bank", cpus);
  }

  private StudyStep closed(String name, int clients, long idleS, long durationS, long delayMs) {
    return step(name, "closed", clients, idleS, durationS, delayMs * 1_000_000, null, "bank", null);
  }

  private StudyStep step(
      String name,
      String loop,
      int clients,
      long idleS,
      long durationS,
      @Nullable Long delayNs,
      @Nullable Long taskNs,
      String app,
      @Nullable Integer cpus) {
    return new StudyStep(
        name + text,
        new StudyStep.Load(loop, "closed loop, " + clients + " clients" + text, null, clients),
        new StudyStep.Times(SECOND, idleS * SECOND, durationS * SECOND),
        new StudyStep.Varied(delayNs, taskNs, app + text, cpus),
        List.of(),
        null);
  }

  private StudyRecord record(String id, List<StudyPoint> points) {
    List<StudyArm> all = arms.stream().map(this::arm).toList();
    return new StudyRecord(
        StudyRecord.SCHEMA,
        id,
        new StudyDesign(
            new StudyDesign.Identity(
                study + (study.equals("other") ? text : ""), "quick" + text, 42, null),
            new StudyCpus(
                "0" + text,
                "1",
                "1",
                Reasons.plain(List.of("driver and remote share a CPU" + text))),
            all,
            steps(),
            List.of("cpu", "memory" + text),
            List.of(),
            null,
            null),
        points,
        List.of(
            new StudyAnswer(
                "Which arm answers most?" + text,
                "Virtual threads answer most." + text,
                "at 32 clients: virtual is ahead by its median; fixed:50 is different: 0.62 times"
                    + " (0.60 to 0.65)"
                    + text,
                "medians (least to greatest): virtual 1,500/s (1,490/s to 1,510/s, 4 forks);"
                    + " fixed:50 930/s (900/s to 950/s, 4 forks)"
                    + text,
                Verdict.VALID,
                8,
                List.of()),
            new StudyAnswer(
                "At which load do the arms part?",
                "The arms part at 8 clients.",
                "from 8 clients on: adaptive is ahead by its median",
                "2 clients: virtual 800/s | 8 clients: virtual 900/s",
                Verdict.VALID,
                8,
                List.of())),
        points.isEmpty() ? Validity.valid() : points.getFirst().validity(),
        complete);
  }

  private StudyArm arm(String arm) {
    if (!command.isEmpty() && arm.equals(arms.getFirst())) {
      return new StudyArm(
          arm,
          StudyArm.COMMAND,
          StudyArm.OWN,
          new StudyArm.Jvm("/opt/jdk-25", "25.0.3", List.of()),
          new StudyArm.Limits("0", 0.5, 500_000_000L),
          command,
          variables);
    }
    return StudyArm.builtIn(
        arm,
        "bank" + text,
        arm + text,
        new StudyArm.Jvm("/opt/jdk-25" + text, "25.0.3" + text, List.of("-Xmx1g" + text)),
        "0");
  }

  private RunRecord run(String id, List<StudyPoint> points) {
    LoadRecord load =
        new LoadRecord(
            new LoadRecord.Schedule(0, "closed loop", "closed", 42),
            SECOND,
            SECOND,
            new LoadRecord.Work("http", 1, "park", SECOND),
            null,
            null);
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("cpu_model", "Example CPU @ 2.80GHz" + text);
    environment.put("cpu_count", 2);
    return new RunRecord(
        RunRecord.SCHEMA,
        new RunRecord.Origin(
            id,
            "study",
            List.of("foliot", "study", study, "--quick" + text),
            study,
            "2026-11-22T10:00:00.123Z",
            "2026-11-22T10:03:00Z"),
        new RunRecord.Setup(
            arms.stream().map(arm -> new Arm("/opt/jdk-25", "25.0.3", List.of(), "0")).toList(),
            List.of(load),
            environment),
        new RunRecord.Result(Validity.valid(), Map.of(), List.of(), null),
        points.stream().map(point -> "fork-%03d".formatted(point.fork())).toList(),
        complete);
  }

  private static ForkRecord record(int number, int arm, int step, Validity validity) {
    Percentiles none = Percentiles.empty("ns");
    return new ForkRecord(
        ForkRecord.SCHEMA,
        new ForkRecord.Place(arm, step, number, "2026-11-22T10:00:00Z"),
        new ForkRecord.Messages(0, 0, 0, 0, 0, 0, 0, 0),
        validity,
        new ForkRecord.Times(none, none, none, none, none, Map.of()),
        new ForkRecord.Observed(
            new ForkRecord.Pauses(none, "none", List.of()),
            null,
            Map.of(),
            KernelView.none(List.of()),
            ForkRecord.Jvm.NONE),
        new ForkRecord.End(null, null));
  }
}
