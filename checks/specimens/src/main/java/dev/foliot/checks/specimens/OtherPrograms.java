package dev.foliot.checks.specimens;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Programs without type checks, controls or with another problem. */
final class OtherPrograms {
  private static final int MANY = 100;

  private OtherPrograms() {}

  static List<Specimen> all() {
    return List.of(
        two("plain-cpu", "Two threads compute.", () -> two(new Hashing(), new Hashing())),
        two(
            "lock-contention",
            "Two threads contend for a lock.",
            () -> {
              Fights.Ledger ledger = new Fights.Ledger();
              return two(new Fights.Locking(ledger), new Fights.Locking(ledger));
            }),
        two(
            "atomic-long",
            "Two threads increment one AtomicLong.",
            () -> {
              AtomicLong counter = new AtomicLong();
              return two(new Fights.Incrementing(counter), new Fights.Incrementing(counter));
            }),
        two(
            "long-adder",
            "Two threads increment one LongAdder.",
            () -> {
              LongAdder adder = new LongAdder();
              return two(new Fights.Adding(adder), new Fights.Adding(adder));
            }),
        two(
            "ping-pong",
            "Two threads hand a volatile field to and fro.",
            () -> {
              Fights.Table table = new Fights.Table();
              return two(new Fights.Returning(table, 0), new Fights.Returning(table, 1));
            }),
        two(
            "class-storm",
            "A thread loads a class again and again, asks it twice and drops it; another computes.",
            () -> two(new ClassStorm(), new Hashing())),
        two("gc-churn", "Two threads allocate.", () -> two(new Churn(), new Churn())),
        new Specimen(
            new TruthBuilder("idle", "A hundred threads rest."),
            training ->
                new Cast(
                    List.of(),
                    IntStream.rangeClosed(1, MANY)
                        .mapToObj(i -> new Worker("idle-" + i, new Resting()))
                        .toList(),
                    Threads.PLATFORM)));
  }

  private static Specimen two(String name, String what, Supplier<Cast> cast) {
    return new Specimen(new TruthBuilder(name, what), training -> cast.get());
  }

  private static Cast two(Work first, Work second) {
    return Cast.of(List.of(), new Worker("worker-1", first), new Worker("worker-2", second));
  }
}
