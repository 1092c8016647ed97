package dev.foliot.checks.proofs;

import dev.foliot.checks.specimens.Operations;
import dev.foliot.checks.specimens.SpecimenProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Measures the cost of a diagnosis to the process.
 *
 * <p>It compares the work per second of the process's own CPU time in windows with and without a
 * diagnosis, in pairs of random order, all in one process. A window without lasts as long as the
 * last one with.
 *
 * <p>Not measured on an affected program: a diagnosis that takes a CPU from one of two contending
 * threads makes the other faster.
 */
public final class OnOffPairs {
  private static final int OLD = 17;
  private static final int PAIRS = 20;
  private static final double MOST = 0.02;
  private static final double MILLION = 1e6;

  private final Proof proof;
  private final FoliotCommand foliot;
  private final SplittableRandom random;
  private long windowNs;

  private OnOffPairs(Proof proof, FoliotCommand foliot, SplittableRandom random) {
    this.proof = proof;
    this.foliot = foliot;
    this.random = random;
  }

  /** Takes specimens' names, the number of pairs, and a seed. */
  public static void main(String[] args) throws Exception {
    Proof proof = new Proof(args);
    long seed = proof.seed();
    proof.tell("seed %d", seed);
    OnOffPairs pairs = new OnOffPairs(proof, FoliotCommand.built(), new SplittableRandom(seed));
    boolean isMet = true;
    for (String name : proof.list("thread-local,plain-cpu")) {
      isMet &= pairs.of(name, proof.rounds(PAIRS));
    }
    System.exit(isMet ? 0 : 1);
  }

  private boolean of(String name, int pairs) throws Exception {
    proof.tell("%n%s on JDK %d, %d pairs, M operations in a second of CPU time", name, OLD, pairs);
    proof.tell("| pair | first | window, s | with | without | lost |");
    proof.tell("|---|---|---|---|---|---|");
    List<Double> lost = new ArrayList<>();
    try (SpecimenProcess specimen =
        SpecimenProcess.start(InstalledJdk.home(OLD), List.of(), name.split(" ", -1))) {
      with(specimen);
      for (int pair = 1; pair <= pairs; pair++) {
        boolean isWithFirst = random.nextBoolean();
        double on = 0;
        double off = 0;
        if (isWithFirst) {
          on = with(specimen);
          off = without(specimen);
        } else {
          off = without(specimen);
          on = with(specimen);
        }
        double share = 1 - on / off;
        lost.add(share);
        proof.tell(
            "| %d | %s | %.1f | %.2f | %.2f | %+.2f %% |",
            pair,
            isWithFirst ? "with" : "without",
            windowNs / 1e9,
            on / MILLION,
            off / MILLION,
            100 * share);
      }
    }
    Loss loss = Loss.of(lost);
    return proof.bar(
        loss.interval().high() < MOST,
        "%s loses %+.2f %% (median of %d pairs), 95 %% interval %+.2f to %+.2f %%; the bar: upper"
            + " end below 2 %%",
        name,
        100 * loss.median(),
        pairs,
        100 * loss.interval().low(),
        100 * loss.interval().high());
  }

  private double with(SpecimenProcess specimen) throws Exception {
    Operations before = specimen.operations();
    windowNs = foliot.diagnose(specimen.pid()).wallNs();
    return specimen.operations().perCpuSecondSince(before);
  }

  private double without(SpecimenProcess specimen) throws Exception {
    Operations before = specimen.operations();
    Thread.sleep(windowNs / 1_000_000);
    return specimen.operations().perCpuSecondSince(before);
  }
}
