package dev.foliot.study.lottery;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.ArmException;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.study.ArmBounds;
import dev.foliot.study.OtherProcesses;
import dev.foliot.text.LabException;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The lottery of addresses as a JVM that can be looked at: warmed up, its class at its place, its
 * two threads running, and waiting to be measured. No process of it is left when {@link #close}
 * returns.
 *
 * <p>For one thread.
 */
public final class WaitingLottery implements AutoCloseable {
  private static final int WORD = 8;

  private final LotteryProgram program;
  private final Spec spec;
  private final CpuPartition partition;
  private final Path folder;
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
  public record Speeds(double readerPerS, double writerPerS, List<Reason> suspect) {
    /** Keeps a copy. */
    public Speeds {
      suspect = List.copyOf(suspect);
    }
  }

  private WaitingLottery(
      LotteryProgram program,
      Spec spec,
      CpuPartition partition,
      Path folder,
      StudyPrediction prediction) {
    this.program = program;
    this.spec = spec;
    this.partition = partition;
    this.folder = folder;
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
    LotteryProgram.Spec of =
        new LotteryProgram.Spec(
            spec.name,
            spec.jdk,
            spec.jvmArgs,
            spec.fillerMethods,
            false,
            spec.warmupNs,
            spec.durationNs);
    LotteryProgram program = null;
    boolean waits = false;
    try {
      program =
          LotteryProgram.start(
              of,
              apps,
              LotteryCpus.of(cpus),
              ArmBounds.NONE,
              folder,
              folder.resolve("lottery.log"));
      program.awaitReady();
      StudyPrediction prediction = prediction(program);
      waits = true;
      return new WaitingLottery(program, spec, cpus, folder, prediction);
    } catch (ArmException e) {
      throw LabException.environment(String.valueOf(e.getMessage()));
    } finally {
      if (!waits && program != null) {
        program.close();
      }
    }
  }

  private static StudyPrediction prediction(LotteryProgram program) {
    return switch (program.address()) {
      case Reading.Value<AddressPrediction>(AddressPrediction read) ->
          read.record(InstantSource.system());
      case Reading.Unavailable<AddressPrediction>(Reason why) ->
          throw LabException.environment(
              "the address of a class in another JVM cannot be read: " + why.sentence());
    };
  }

  /** Its process. */
  public long pid() {
    return program.pid();
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
      LotteryResult measured = program.measure();
      List<Reason> suspect = new ArrayList<>(LotteryCpus.suspect(partition));
      suspect.addAll(program.missing());
      others.suspectNow(measured.cpuNs()).ifPresent(suspect::add);
      return new Speeds(
          measured.reader().perS(measured.durationNs()),
          measured.writer().perS(measured.durationNs()),
          suspect);
    } catch (ArmException e) {
      throw LabException.environment(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw LabException.environment(
          "the files between Foliot and "
              + Shown.text(spec.name())
              + " failed ("
              + Shown.text(e.getMessage())
              + "): see whether "
              + folder
              + " has room");
    }
  }

  @Override
  public void close() {
    program.close();
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
