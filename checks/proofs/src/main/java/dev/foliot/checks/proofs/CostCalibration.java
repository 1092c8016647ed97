package dev.foliot.checks.proofs;

import dev.foliot.checks.proofs.FoliotCommand.Diagnosis;
import dev.foliot.checks.specimens.Operations;
import dev.foliot.checks.specimens.SpecimenProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import tools.jackson.databind.JsonNode;

/**
 * Calibrates the share of samples at a check.
 *
 * <p>It runs the problem in doses from pure to thin, each with the diagnosis's result and the gain
 * of a fix, in work per CPU second. Each figure is the median of rounds; each round restarts every
 * program, in random order.
 */
public final class CostCalibration {
  private static final int OLD = 17;
  private static final int ROUNDS = 3;
  private static final long WINDOW_MS = 3_000;
  private static final double MILLION = 1e6;
  private static final List<String> ARMS = List.of("dose", "dose-cured", "dose-apart");

  private final Proof proof;
  private final FoliotCommand foliot;
  private final Path jdk;

  private CostCalibration(Proof proof, FoliotCommand foliot, Path jdk) {
    this.proof = proof;
    this.foliot = foliot;
    this.jdk = jdk;
  }

  /** Takes doses, as steps of computing in a round, the number of rounds, and a seed. */
  public static void main(String[] args) throws Exception {
    Proof proof = new Proof(args);
    long seed = proof.seed();
    CostCalibration calibration =
        new CostCalibration(proof, FoliotCommand.built(), InstalledJdk.home(OLD));
    SplittableRandom random = new SplittableRandom(seed);
    proof.tell("seed %d, JDK %d, %d rounds", seed, OLD, proof.rounds(ROUNDS));
    proof.tell(
        "| steps | share of samples | severity | sick | one interface | own classes | one interface"
            + " / sick | 1 / (1 - share) | own classes / sick |");
    proof.tell("|---|---|---|---|---|---|---|---|---|");
    for (String steps : proof.list("0,16,64,256,1024,4096,16384")) {
      calibration.dose(steps, proof.rounds(ROUNDS), random);
    }
  }

  private void dose(String steps, int rounds, SplittableRandom random) throws Exception {
    List<List<Double>> work = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    List<Double> shares = new ArrayList<>();
    List<String> severities = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      int first = random.nextInt(ARMS.size());
      for (int i = 0; i < ARMS.size(); i++) {
        int arm = (first + i) % ARMS.size();
        try (SpecimenProcess specimen =
            SpecimenProcess.start(jdk, List.of(), ARMS.get(arm), steps)) {
          Operations before = specimen.operations();
          Thread.sleep(WINDOW_MS);
          work.get(arm).add(specimen.operations().perCpuSecondSince(before) / MILLION);
          if (arm == 0) {
            tell(foliot.diagnose(specimen.pid(), "--only", "sharing"), shares, severities);
          }
        }
      }
    }
    double sick = median(work.get(0));
    double share = median(shares);
    proof.tell(
        "| %s | %.1f %% | %s | %.3f | %.3f | %.3f | %.2f | %.2f | %.2f |",
        steps,
        100 * share,
        String.join(", ", severities),
        sick,
        median(work.get(1)),
        median(work.get(2)),
        median(work.get(1)) / sick,
        1 / (1 - share),
        median(work.get(2)) / sick);
  }

  private static void tell(Diagnosis diagnosis, List<Double> shares, List<String> severities) {
    List<JsonNode> findings = diagnosis.sharing();
    if (findings.isEmpty()) {
      severities.add("none");
    } else {
      severities.add(findings.get(0).at("/severity").asString());
      shares.add(findings.get(0).at("/cost_share").asDouble(Double.NaN));
    }
  }

  /** NaN for an empty list. */
  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length == 0
        ? Double.NaN
        : sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
