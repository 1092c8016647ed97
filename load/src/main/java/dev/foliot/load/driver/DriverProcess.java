package dev.foliot.load.driver;

import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.linux.process.ChildProcess;
import dev.foliot.linux.process.Launcher;
import dev.foliot.linux.process.Programs;
import dev.foliot.load.LiveSample;
import dev.foliot.load.LoadPart;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.LoadResult;
import dev.foliot.load.Traffic;
import dev.foliot.store.TaggedInterval;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The load driver in a separate process, on its own CPUs.
 *
 * <p>It ends with this process: by the kernel, or at the end of its input ({@link DriverMain}).
 * {@link #await} is called once; {@link #close} by any thread, at any time.
 */
public final class DriverProcess implements AutoCloseable {
  private static final String RESULT = "load.json";
  private static final String PLAN = "load-plan.json";
  private static final String LOG = "load.log";
  private static final int START_AND_END_S = 60;
  private static final int CUT = 'c';

  /** With fewer CPUs, C2 compiles on the event loop's CPU for many seconds. */
  private static final int CPUS_FOR_C2 = 3;

  /** Above this rate C2 is soon done, and its code needed. */
  private static final double MODEST_PER_S = 10_000;

  /** A heap that need not grow, for few objects that live long. */
  private static final List<String> SMALL =
      List.of("-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xms32m", "-Xmn16m");

  private static final String TIERED = "-XX:TieredStopAtLevel=";

  private final ChildProcess process;
  private final Path folder;
  private final long mostNs;
  private final LiveFile.Reader live;

  private DriverProcess(ChildProcess process, Path folder, long mostNs) {
    this.process = process;
    this.folder = folder;
    this.mostNs = mostNs;
    this.live = new LiveFile.Reader(LiveFile.beside(folder.resolve(RESULT)));
  }

  /**
   * Starts it with this JVM's own Java, class path and module path. On one or two CPUs, and at up
   * to 10,000 requests a second, it compiles with C1 only: C2 would take half a CPU from the event
   * loop for tens of seconds. C1 costs a third more CPU time for each request ({@code
   * docs/evidence/load.md}).
   *
   * <p>At such rates its heap is small, and its classes come from an AOT cache where the launcher
   * made one ({@link DriverTraining}); an argument about memory turns both off.
   *
   * @param plan the plan to play
   * @param cpus where it may run, null for this thread's CPUs; not the service's
   * @param folder for plan, result, start time and log: {@code load-plan.json}, {@code load.json},
   *     {@code load.json.start}, {@code load.log}
   * @param jvmArgs arguments for its JVM; {@code -XX:TieredStopAtLevel=4} for C2 in any case
   * @throws FoliotException if it cannot be started
   */
  public static DriverProcess start(
      LoadPlan plan, @Nullable CpuList cpus, Path folder, List<String> jvmArgs) {
    try {
      Files.deleteIfExists(folder.resolve(RESULT));
      Files.deleteIfExists(StartFile.beside(folder.resolve(RESULT)));
      Files.deleteIfExists(LiveFile.beside(folder.resolve(RESULT)));
      plan.write(folder.resolve(PLAN));
      ProcessBuilder builder =
          new ProcessBuilder(command(plan, folder, cpus, jvmArgs))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve(LOG).toFile());
      ChildProcess process =
          Launcher.singlesIfPossible(Programs.ofThisProcess())
              .start(builder, driver -> cpus == null ? driver.start() : on(cpus, driver));
      long untilStartMs = Math.max(0, plan.execution().startAtMs() - System.currentTimeMillis());
      return new DriverProcess(
          process,
          folder,
          TimeUnit.MILLISECONDS.toNanos(plan.execution().startAtMs() == 0 ? 0 : untilStartMs)
              + plan.durationNs()
              + 3 * plan.sending().timeoutNs());
    } catch (IOException e) {
      throw FoliotException.environment(
          "the load driver cannot be started in "
              + folder
              + ": "
              + Shown.text(e.getMessage(), 300)
              + "; see whether the folder can be written and processes may be started");
    }
  }

  private static Process on(CpuList cpus, ProcessBuilder builder) throws IOException {
    return switch (Affinity.during(cpus, builder::start)) {
      case Reading.Value<Process>(Process started) -> started;
      case Reading.Unavailable<Process> none ->
          throw FoliotException.environment(
              "the load driver cannot be put on CPUs " + cpus + ": " + none.sentence());
    };
  }

  private static List<String> command(
      LoadPlan plan, Path folder, @Nullable CpuList cpus, List<String> jvmArgs) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-Djava.awt.headless=true");
    int count = cpus == null ? Runtime.getRuntime().availableProcessors() : cpus.size();
    boolean isModest = isModest(plan);
    if (count < CPUS_FOR_C2
        && isModest
        && jvmArgs.stream().noneMatch(one -> one.startsWith(TIERED))) {
      command.add(TIERED + "1");
    }
    if (isModest && jvmArgs.stream().noneMatch(DriverProcess::isOfMemory)) {
      command.addAll(SMALL);
      aotCache().ifPresent(cache -> command.add("-XX:AOTCache=" + cache));
    }
    command.addAll(jvmArgs);
    command.add("-cp");
    command.add(
        Stream.of("java.class.path", "jdk.module.path")
            .map(name -> System.getProperty(name, ""))
            .filter(path -> !path.isEmpty())
            .collect(Collectors.joining(File.pathSeparator)));
    command.add(DriverMain.class.getName());
    command.add(folder.resolve(PLAN).toString());
    command.add(folder.resolve(RESULT).toString());
    return command;
  }

  private static boolean isOfMemory(String argument) {
    return argument.startsWith("-Xm")
        || argument.matches("-XX:\\+Use\\w+GC|-XX:.*Heap.*|-XX:.*AOT.*");
  }

  /** The cache with the driver's classes, which the launcher makes beside its own. */
  private static Optional<Path> aotCache() {
    String home = System.getProperty("foliot.home");
    if (home == null) {
      return Optional.empty();
    }
    String build = System.getProperty("java.runtime.version").replaceAll("[^A-Za-z0-9.+-]", "_");
    return Optional.of(Path.of(home, "driver-" + build + ".aot")).filter(Files::isReadable);
  }

  private static boolean isModest(LoadPlan plan) {
    return plan.phases().stream()
        .allMatch(phase ->
            switch (phase.traffic()) {
              case Traffic.Open open -> open.meanPerS() <= MODEST_PER_S;
              case Traffic.Closed closed ->
                  closed.clients() * 1e9 <= MODEST_PER_S * closed.think().meanNs();
              case Traffic.Idle _ -> true;
            });
  }

  /** The process. */
  public ProcessHandle handle() {
    return process.handle();
  }

  /**
   * The start of its load, as in {@link LoadResult#startNanoTime}. Empty until its JVM and all
   * connections are ready.
   *
   * @throws IOException if its file is unreadable
   */
  public OptionalLong startNanoTime() throws IOException {
    return StartFile.read(StartFile.beside(folder.resolve(RESULT)));
  }

  /**
   * Waits for its end for some time.
   *
   * @param ms milliseconds, from 0
   * @return whether it has ended
   */
  public boolean hasEndedWithin(long ms) throws InterruptedException {
    return process.hasEndedWithin(TimeUnit.MILLISECONDS.toNanos(ms));
  }

  /**
   * The samples of the running load that came since the last call. One thread.
   *
   * @throws IOException if its file is unreadable
   */
  public List<LiveSample> samples() throws IOException {
    return live.read();
  }

  /**
   * The histograms of a phase by time, after {@link #await}; their tags are those of {@link
   * dev.foliot.bench.Kind#label}.
   *
   * @param phase its number in the result
   * @throws dev.foliot.store.StoreException if its file cannot be read
   */
  public List<TaggedInterval> intervals(int phase) {
    return IntervalFile.read(IntervalFile.beside(folder.resolve(RESULT), phase));
  }

  /**
   * What it recorded as a part of a load, after {@link #await}.
   *
   * @throws dev.foliot.store.StoreException if its file cannot be read
   */
  public LoadPart part() {
    return LoadPart.read(LoadPart.beside(folder.resolve(RESULT)));
  }

  /**
   * Ends the load early: it sends nothing more, waits for the answers in flight, and has a result
   * up to now. Any thread. Without effect after its end.
   */
  public void cut() {
    try {
      process.input().write(CUT);
      process.input().flush();
    } catch (IOException e) {
      // it has ended
    }
  }

  /**
   * Waits for its end.
   *
   * @return the result
   * @throws FoliotException if it failed, with its reason
   * @throws InterruptedException if interrupted; it is then ended
   */
  public LoadResult await() throws InterruptedException {
    try {
      long mostS = TimeUnit.NANOSECONDS.toSeconds(mostNs) + START_AND_END_S;
      if (!process.hasEndedWithin(TimeUnit.SECONDS.toNanos(mostS))) {
        throw FoliotException.environment("the load driver did not end within " + mostS + " s");
      }
      Path result = folder.resolve(RESULT);
      if (!Files.exists(result)) {
        throw FoliotException.environment(
            "the load driver ended with code "
                + process.exitCode()
                + " and left no result: see "
                + folder.resolve(LOG));
      }
      return LoadResult.read(result);
    } finally {
      close();
    }
  }

  /** Ends it. */
  @Override
  public void close() {
    process.kill();
  }
}
