package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Messages.Notice;
import dev.foliot.checks.specimens.Messages.Order;
import dev.foliot.checks.specimens.Messages.Refund;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Programs whose threads write and read one class's Klass, rarely at the same time. So none waits.
 * The class begins a line: any reader of it reads the written line.
 */
final class TakingTurns {
  private static final int POOL_THREADS = 4;
  private static final int WRITING_STEPS = 3;

  /** A check with an immediate answer takes a sixteenth of the time of another. */
  private static final int CHECKS_AT_A_TIME = 160_000;

  /** Two hundredths of the time. */
  private static final long BUSY_NS = 200_000;

  private static final long REST_NS = 9_800_000;

  private TakingTurns() {}

  static List<Specimen> all() {
    return List.of(
        handOff(
            "hand-off-reading",
            "One task moves on through four threads that take turns; its last step asks for the"
                + " superclass only.",
            Sites.PRIMARY_CHECKS,
            CHECKS_AT_A_TIME),
        handOff(
            "hand-off-failing",
            "One task moves on through four threads that take turns; its last step asks for an"
                + " interface that is not there.",
            Sites.FAILING_CHECKS,
            CHECKS_AT_A_TIME / 16),
        poolInTurn(),
        seldom());
  }

  private static TruthBuilder pair(String name, String what) {
    return Sites.INSTANCEOF_PAIR
        .tell(new TruthBuilder(name, what))
        .about(Parcel.class.getName(), TemplateLoader.class.getName())
        .between(Routed.class, Counted.class)
        .lowAllowed();
  }

  private static void train(Training training, Site site, Supplier<?> parcels) {
    site.train(training, parcels, Refund::new, Notice::new);
  }

  private static Specimen handOff(String name, String what, Site last, int lastRounds) {
    return new Specimen(
        pair(name, what).writtenBy("writer-1", "writer-2", "writer-3").readBy("reader-1"),
        training -> {
          Class<?> type = Lottery.firstInItsChunk();
          Supplier<?> parcels = Parcels.maker(type);
          train(training, Sites.INSTANCEOF_PAIR, parcels);
          train(training, last, parcels);
          Object[] crowd = Crowd.of(parcels);
          List<Work> steps = new ArrayList<>();
          for (int i = 0; i < WRITING_STEPS; i++) {
            steps.add(Sites.INSTANCEOF_PAIR.work().apply(crowd));
          }
          steps.add(new AtATime(last.work().apply(crowd), lastRounds));
          List<Work> ring = HandOff.among(steps);
          List<Worker> workers = new ArrayList<>();
          for (int i = 0; i < WRITING_STEPS; i++) {
            workers.add(new Worker("writer-" + (i + 1), ring.get(i)));
          }
          workers.add(new Worker("reader-1", ring.get(WRITING_STEPS)));
          return new Cast(List.of(type), workers, Threads.PLATFORM);
        });
  }

  private static Specimen poolInTurn() {
    return new Specimen(
        pair(
                "pool-in-turn",
                "The tasks of a pool of four threads run in turn, never two at a time.")
            .about(Order.class)
            .writtenBy("pool-writer-*"),
        training -> {
          train(training, Sites.INSTANCEOF_PAIR, Order::new);
          Work task = Sites.INSTANCEOF_PAIR.work().apply(Crowd.of(Order::new));
          return Cast.of(
              List.of(Order.class),
              new Worker("driver", new OneByOne(task, POOL_THREADS, "pool-writer-")));
        });
  }

  private static Specimen seldom() {
    return new Specimen(
        pair(
                "seldom",
                "Two threads ask for two interfaces in turn and two for the superclass, each for a"
                    + " fiftieth of the time.")
            .writtenBy("writer-1", "writer-2")
            .readBy("reader-1", "reader-2"),
        training -> {
          Class<?> type = Lottery.firstInItsChunk();
          Supplier<?> parcels = Parcels.maker(type);
          train(training, Sites.INSTANCEOF_PAIR, parcels);
          train(training, Sites.PRIMARY_CHECKS, parcels);
          return Cast.of(
              List.of(type),
              seldom("writer-1", Sites.INSTANCEOF_PAIR, parcels),
              seldom("writer-2", Sites.INSTANCEOF_PAIR, parcels),
              seldom("reader-1", Sites.PRIMARY_CHECKS, parcels),
              seldom("reader-2", Sites.PRIMARY_CHECKS, parcels));
        });
  }

  private static Worker seldom(String name, Site site, Supplier<?> parcels) {
    return new Worker(name, new PartTime(site.work().apply(Crowd.of(parcels)), BUSY_NS, REST_NS));
  }
}
