package dev.foliot.demo;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.machine.Environment;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.demo.DemoFiles;
import dev.foliot.store.demo.DemoPart;
import dev.foliot.store.demo.DemoRecord;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * A demo: plays its parts in order and stores the results.
 *
 * <p>If this machine cannot play a part, the part says so, and the others are played. {@link #play}
 * is called once; {@link #cancel} by any thread, at any time.
 */
public final class Demo {
  private static final double NS_PER_S = 1e9;

  private final List<DemoExperiment> experiments;
  private final NanoClock clock;
  private final Cancellation cancellation = new Cancellation();

  /** The outcome of a demo. */
  public sealed interface Result {
    /**
     * It was played to its end.
     *
     * @param demo the record to store
     */
    record Whole(DemoRecord demo) implements Result {}

    /**
     * It was cancelled.
     *
     * @param runs of the complete parts, which are stored
     */
    record Interrupted(List<String> runs) implements Result {
      /** Keeps a copy. */
      public Interrupted {
        runs = List.copyOf(runs);
      }
    }
  }

  /** Receives the progress of a demo, on the playing thread. */
  public interface Progress {
    /** A part begins, counted from 0. */
    void begin(int part);

    /** A new step begins. */
    void step(String what);
  }

  /** Creates the demo. */
  public Demo(List<DemoExperiment> experiments, NanoClock clock) {
    this.experiments = List.copyOf(experiments);
    this.clock = clock;
  }

  /** The topics of its parts, known in advance. */
  public List<DemoExperiment.Topic> topics() {
    return experiments.stream().map(DemoExperiment::topic).toList();
  }

  /** Ends it early. */
  public void cancel() {
    cancellation.cancel();
  }

  /**
   * Plays the demo.
   *
   * @throws StoreException if the store is not writable; complete parts remain
   * @throws InterruptedException if interrupted without a cancellation
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
    } catch (InterruptedException | FoliotException | StoreException e) {
      // a cancellation also interrupts, and an interrupt closes the file being written
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
    } catch (FoliotException e) {
      cancellation.stepEnded();
      DemoExperiment.Topic topic = experiment.topic();
      return DemoPart.unavailable(topic.name(), topic.title(), topic.commands(), e.why());
    }
  }

  /**
   * Stores it as a separate run.
   *
   * @throws StoreException if the store is not writable
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
