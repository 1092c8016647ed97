package dev.foliot.demo;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.machine.Environment;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.demo.DemoRecord;
import dev.foliot.text.LabException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * A demo: its parts are played one after the other and kept. A part that this machine cannot play
 * says so, and the others are played.
 *
 * <p>{@link #play} is called once; {@link #cancel} by any thread, at any time.
 */
public final class Demo {
  private static final double NS_PER_S = 1e9;

  private final List<DemoExperiment> experiments;
  private final NanoClock clock;
  private final Cancellation cancellation = new Cancellation();

  /** What came of a demo. */
  public sealed interface Result {
    /**
     * It was played to its end.
     *
     * @param demo as it is to be stored
     */
    record Whole(DemoRecord demo) implements Result {}

    /**
     * It was cancelled.
     *
     * @param runs of the parts that are whole; they are kept
     */
    record Interrupted(List<String> runs) implements Result {
      /** Keeps a copy. */
      public Interrupted {
        runs = List.copyOf(runs);
      }
    }
  }

  /** Is called as a demo goes on, by the thread that plays it. */
  public interface Progress {
    /** A part begins, counted from 0. */
    void begin(int part);

    /** Something else is being done. */
    void step(String what);
  }

  /** One that is not begun yet. */
  public Demo(List<DemoExperiment> experiments, NanoClock clock) {
    this.experiments = List.copyOf(experiments);
    this.clock = clock;
  }

  /** What is known of its parts before. */
  public List<DemoExperiment.Topic> topics() {
    return experiments.stream().map(DemoExperiment::topic).toList();
  }

  /** Ends it early. */
  public void cancel() {
    cancellation.cancel();
  }

  /**
   * Plays it.
   *
   * @throws StoreException if the store cannot be written; what is whole stays
   * @throws InterruptedException if interrupted by somebody else
   */
  public Result play(Progress progress) throws InterruptedException {
    String startedAt = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
    long startNs = clock.nanoTime();
    List<DemoPart> parts = new ArrayList<>();
    try {
      for (DemoExperiment experiment : experiments) {
        progress.begin(parts.size());
        parts.add(part(experiment, progress));
      }
      cancellation.stepEnded();
    } catch (InterruptedException | LabException | StoreException e) {
      // who cancels interrupts, and an interrupt closes the file that is being written, too
      if (!cancellation.isCancelled()) {
        throw e;
      }
      Thread.interrupted();
      return new Result.Interrupted(parts.stream().flatMap(p -> p.runs().stream()).toList());
    }
    double durationS = (clock.nanoTime() - startNs) / NS_PER_S;
    return new Result.Whole(
        DemoFiles.redacted(new DemoRecord(DemoRecord.SCHEMA, startedAt, durationS, parts)));
  }

  private DemoPart part(DemoExperiment experiment, Progress progress) throws InterruptedException {
    cancellation.stepEnded();
    try {
      return experiment.play(progress::step, cancellation);
    } catch (LabException e) {
      cancellation.stepEnded();
      DemoExperiment.Topic topic = experiment.topic();
      return DemoPart.unavailable(
          topic.name(), topic.title(), topic.commands(), String.valueOf(e.getMessage()), e.why());
    }
  }

  /**
   * Keeps it as a run of its own.
   *
   * @throws StoreException if the store cannot be written
   */
  public static StoredRun keep(DemoRecord demo, Store store, List<String> commandLine) {
    return DemoFiles.write(
        store,
        demo,
        commandLine,
        Instant.now().toString(),
        Environment.read(Path.of("/"), ProcessHandle.current().pid()));
  }
}
