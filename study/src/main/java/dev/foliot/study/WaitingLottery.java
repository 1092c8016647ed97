package dev.foliot.study;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.ArmCommand;
import dev.foliot.service.ArmException;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.service.RunningArm;
import dev.foliot.store.StudyPrediction;
import dev.foliot.text.LabException;
import dev.foliot.text.Reasons;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The lottery of addresses as a JVM that can be looked at: warmed up, its class at its place, its
 * two threads running, and waiting to be measured. No process of it is left when {@link #close}
 * returns.
 *
 * <p>For one thread.
 */
public final class WaitingLottery implements AutoCloseable {
  private static final Path ROOT = Path.of("/");
  private static final long READY_NS = 60_000_000_000L;
  private static final long AROUND_NS = 30_000_000_000L;
  private static final int WORD = 8;

  private final RunningArm process;
  private final Spec spec;
  private final CpuPartition partition;
  private final Path go;
  private final Path result;
  private final StudyPrediction prediction;

  /**
   * Which one.
   *
   * @param name what messages call it
   * @param jdk on which it runs
   * @param jvmArgs arguments of its JVM
   * @param fillerMethods how far its class is moved, in units of 8 bytes
   * @param warmupNs how long it warms up at least
   * @param durationNs how long it is measured
   */
  public record Spec(
      String name,
      Jdk jdk,
      List<String> jvmArgs,
      int fillerMethods,
      long warmupNs,
      long durationNs) {
    /** Keeps a copy. */
    public Spec {
      jvmArgs = List.copyOf(jvmArgs);
    }
  }

  /**
   * What its threads did.
   *
   * @param readerPerS type checks a second of the thread that asks for the superclass
   * @param writerPerS the same of the one that asks for two interfaces in turn
   * @param suspect why these may be wrong; empty as a rule
   */
  public record Speeds(double readerPerS, double writerPerS, List<String> suspect) {
    /** Keeps a copy. */
    public Speeds {
      suspect = List.copyOf(suspect);
    }
  }

  private WaitingLottery(
      RunningArm process,
      Spec spec,
      CpuPartition partition,
      Path go,
      Path result,
      StudyPrediction prediction) {
    this.process = process;
    this.spec = spec;
    this.partition = partition;
    this.go = go;
    this.result = result;
    this.prediction = prediction;
  }

  /**
   * Starts one and waits until it waits; the address of its class is read then.
   *
   * @param apps where the built-in services are
   * @param cpus of which it gets two
   * @param folder for its files, which nobody else writes to
   * @throws LabException if it does not get there, with the reason and the remedy
   * @throws InterruptedException if interrupted; it has ended then
   */
  public static WaitingLottery start(Spec spec, ClassPath apps, CpuPartition cpus, Path folder)
      throws InterruptedException {
    Path ready = folder.resolve("ready");
    Path go = folder.resolve("go");
    Path result = folder.resolve("lottery.json");
    NanoClock clock = NanoClock.system();
    List<String> words =
        List.of(
            "lottery",
            "--filler-methods",
            Integer.toString(spec.fillerMethods()),
            "--warmup",
            spec.warmupNs() / 1_000 + "us",
            "--duration",
            spec.durationNs() / 1_000 + "us",
            "--ready-file",
            ready.toString(),
            "--go-file",
            go.toString(),
            "--result",
            result.toString());
    ArmCommand command =
        new ArmCommand(
            spec.name(),
            ArmCommand.java(spec.jdk(), spec.jvmArgs(), apps, BurnCell.APPS, words),
            null,
            Map.of(),
            LotteryCpus.of(cpus),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            null);
    RunningArm process = null;
    boolean waits = false;
    try {
      process = RunningArm.launch(command, folder.resolve("lottery.log"), 0, clock);
      process.awaitFile(ready, READY_NS);
      StudyPrediction prediction = prediction(process.pid());
      waits = true;
      return new WaitingLottery(process, spec, cpus, go, result, prediction);
    } catch (ArmException e) {
      throw LabException.environment(String.valueOf(e.getMessage()));
    } finally {
      if (!waits && process != null) {
        process.close();
      }
    }
  }

  private static StudyPrediction prediction(long pid) {
    return switch (AddressPrediction.of(ROOT, pid)) {
      case Reading.Value<AddressPrediction>(AddressPrediction read) ->
          read.said(InstantSource.system());
      case Reading.Unavailable<AddressPrediction> none ->
          throw LabException.environment(
              "the address of a class in another JVM cannot be read: " + none.sentence());
    };
  }

  /** Its process. */
  public long pid() {
    return process.pid();
  }

  /** Where its class lies, and what that says of its speed. */
  public StudyPrediction prediction() {
    return prediction;
  }

  /**
   * Measures it, which ends it.
   *
   * @throws LabException if it does not end in order
   * @throws InterruptedException if interrupted
   */
  public Speeds measure() throws InterruptedException {
    CpuList cpus = LotteryCpus.of(partition);
    OtherProcesses others = OtherProcesses.from(cpus);
    try {
      Files.createFile(go);
      process.await(spec.durationNs() + AROUND_NS);
      LotteryResult told = LotteryResult.read(result);
      List<String> suspect = new ArrayList<>(LotteryCpus.suspect(partition));
      suspect.addAll(Reasons.sentences(process.missing()));
      others.suspectNow(told.reader().cpuNs() + told.writer().cpuNs()).ifPresent(suspect::add);
      return new Speeds(
          told.reader().perS(told.durationNs()), told.writer().perS(told.durationNs()), suspect);
    } catch (ArmException e) {
      throw LabException.environment(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw LabException.environment(
          "the files between Foliot and "
              + Shown.text(spec.name())
              + " failed ("
              + Shown.text(e.getMessage())
              + "): see whether "
              + go.getParent()
              + " has room");
    }
  }

  @Override
  public void close() {
    process.close();
  }

  /**
   * How far the class is to be moved to be lucky where it was not, or the other way round. Pure.
   *
   * @param seen where it was
   * @param fillerMethods how far it had been moved
   * @return empty where no place of a line differs
   */
  public static OptionalInt opposite(StudyPrediction seen, int fillerMethods) {
    int line = seen.lineBytes();
    for (int by = 1; by * WORD < line; by++) {
      int place = (seen.lineOffset() + by * WORD) % line;
      boolean same = (place + seen.writtenOffset()) / line == (place + seen.readOffset()) / line;
      if (same != seen.sameLine()) {
        return OptionalInt.of(fillerMethods + by);
      }
    }
    return OptionalInt.empty();
  }
}
