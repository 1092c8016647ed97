package dev.foliot.study.lottery;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.ClassPath;
import dev.foliot.service.Jdk;
import dev.foliot.service.run.ArmCommand;
import dev.foliot.service.run.RunningArm;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.StudyApp;
import dev.foliot.study.play.ForkProcedure;
import dev.foliot.study.play.ProgramFork;
import dev.foliot.text.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The lottery of addresses as a process. It warms up, reports that it is ready and waits for
 * examination; then it is measured, which ends it. For one thread.
 */
public final class LotteryProgram implements ForkProcedure.Processes {
  private static final Path ROOT = Path.of("/");
  private static final long READY_NS = 60_000_000_000L;

  /** For its end, and delays on a busy machine. */
  private static final long AROUND_NS = 30_000_000_000L;

  private final ProgramFork.Program process;
  private final Spec spec;
  private final Path folder;

  /**
   * The parameters.
   *
   * @param name for messages
   * @param jdk on which it runs
   * @param jvmArgs arguments of its JVM
   * @param fillerMethods how far its class is moved, in units of 8 bytes
   * @param bothWrite whether the reader writes too
   * @param workers the number of equal threads in place of reader and writer; 0 for those
   * @param warmupNs the minimum warm-up
   * @param durationNs the length of the measurement
   */
  public record Spec(
      String name,
      Jdk jdk,
      List<String> jvmArgs,
      int fillerMethods,
      boolean bothWrite,
      int workers,
      long warmupNs,
      long durationNs) {
    /** Keeps a copy. */
    public Spec {
      jvmArgs = List.copyOf(jvmArgs);
    }
  }

  private LotteryProgram(RunningArm process, Spec spec, Path folder) {
    this.process = new ProgramFork.Program(process);
    this.spec = spec;
    this.folder = folder;
  }

  /**
   * Starts it.
   *
   * @param apps the class path of the built-in programs
   * @param cpus on which it runs
   * @param bounds of its arm
   * @param folder for its files, used by nothing else
   * @param log takes its output
   * @throws dev.foliot.service.run.ArmException if it cannot be started
   * @throws dev.foliot.text.FoliotException if this system cannot run it
   */
  public static LotteryProgram start(
      Spec spec, ClassPath apps, CpuList cpus, ArmBounds bounds, Path folder, Path log)
      throws InterruptedException {
    List<String> words =
        List.of(
            "lottery",
            "--filler-methods",
            Integer.toString(spec.fillerMethods),
            "--reader",
            spec.bothWrite ? "writes" : "reads",
            "--workers",
            Integer.toString(spec.workers),
            "--warmup",
            us(spec.warmupNs),
            "--duration",
            us(spec.durationNs),
            "--ready-file",
            folder.resolve("ready").toString(),
            "--go-file",
            folder.resolve("go").toString(),
            "--result",
            folder.resolve("lottery.json").toString());
    ArmCommand command =
        new ArmCommand(
            spec.name,
            ArmCommand.java(spec.jdk, spec.jvmArgs, apps, StudyApp.MAIN, words),
            null,
            bounds.environment(),
            cpus,
            bounds.quotaCpus(),
            bounds.memoryBytes(),
            null);
    return new LotteryProgram(RunningArm.launch(command, log, 0, NanoClock.system()), spec, folder);
  }

  private static String us(long ns) {
    return ns / 1_000 + "us";
  }

  /** Waits until it is warmed up and waits itself. */
  public void awaitReady() throws InterruptedException {
    process.arm().awaitFile(folder.resolve("ready"), READY_NS);
  }

  /** Its process id. */
  public long pid() {
    return process.arm().pid();
  }

  /** The prediction of its speed from its class's address, read from outside. */
  public Reading<AddressPrediction> address() {
    return AddressPrediction.of(ROOT, pid());
  }

  /**
   * Measures it, which ends it.
   *
   * @throws dev.foliot.service.run.ArmException if it does not end normally
   * @throws IOException if the files between it and Foliot fail
   */
  public LotteryResult measure() throws IOException, InterruptedException {
    return LotteryResult.read(measured());
  }

  /** Measures its equal threads, which ends it; see {@link #measure}. */
  public WorkersResult measureWorkers() throws IOException, InterruptedException {
    return WorkersResult.read(measured());
  }

  private Path measured() throws IOException, InterruptedException {
    Files.createFile(folder.resolve("go"));
    process.arm().await(spec.durationNs + AROUND_NS);
    return folder.resolve("lottery.json");
  }

  @Override
  public void check() throws InterruptedException {
    process.check();
  }

  @Override
  public List<Reason> missing() {
    return process.missing();
  }

  @Override
  public void close() {
    process.close();
  }
}
