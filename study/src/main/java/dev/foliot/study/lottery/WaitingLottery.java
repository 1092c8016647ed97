package dev.foliot.study.lottery;

import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.service.ClassPath;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.service.run.ArmException;
import dev.foliot.store.study.StudyPrediction;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.watch.OtherProcesses;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Reason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The lottery of addresses as a JVM for examination. For one thread.
 *
 * <p>It is warmed up, its class is at its offset, its two threads run, and it waits for the
 * measurement. No process of it remains after {@link #close}.
 */
public final class WaitingLottery implements AutoCloseable {
  private static final int WORD = 8;

  private final LotteryProgram program;
  private final Spec spec;
  private final CpuPartition partition;
  private final Path folder;
  private final StudyPrediction prediction;

  /**
   * The parameters.
   *
   * @param name for messages
   * @param jdk on which it runs
   * @param jvmArgs arguments of its JVM
   * @param fillerMethods how far its class is moved, in units of 8 bytes
   * @param warmupNs the minimum warm-up
   * @param durationNs the length of the measurement
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
   * The speeds of its threads.
   *
   * @param readerPerS type checks per second of the thread that checks for the superclass
   * @param writerPerS the same for the one that checks for two interfaces in turn
   * @param suspect why these may be wrong; usually empty
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
   * Starts it, waits until it is ready, and reads its class's address.
   *
   * @param apps the class path of the built-in services
   * @param cpus of which it gets two
   * @param folder for its files, used by nothing else
   * @throws FoliotException if it does not get ready, with the reason and the remedy
   * @throws InterruptedException if interrupted; it has then ended
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
            0,
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
      throw FoliotException.environment(String.valueOf(e.getMessage()));
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
          throw FoliotException.environment(
              "the address of a class in another JVM cannot be read: " + why.sentence());
    };
  }

  /** Its process id. */
  public long pid() {
    return program.pid();
  }

  /** The offset of its class, and the predicted speed. */
  public StudyPrediction prediction() {
    return prediction;
  }

  /**
   * Measures it, which ends it.
   *
   * @throws FoliotException if it does not end normally
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
      throw FoliotException.environment(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw FoliotException.environment(
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
   * How far to move the class from an unfavourable to a favourable offset, or vice versa. Pure.
   *
   * @param seen its current prediction
   * @param fillerMethods its current shift
   * @return empty if no offset differs
   */
  public static OptionalInt opposite(StudyPrediction seen, int fillerMethods) {
    int line = seen.line().lineBytes();
    for (int by = 1; by * WORD < line; by++) {
      int place = (seen.line().lineOffset() + by * WORD) % line;
      boolean same =
          (place + seen.line().writtenOffset()) / line == (place + seen.line().readOffset()) / line;
      if (same != seen.line().sameLine()) {
        return OptionalInt.of(fillerMethods + by);
      }
    }
    return OptionalInt.empty();
  }
}
