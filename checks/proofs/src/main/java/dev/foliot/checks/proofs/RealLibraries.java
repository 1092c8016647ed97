package dev.foliot.checks.proofs;

import dev.foliot.checks.proofs.FoliotCommand.Diagnosis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * Diagnoses real libraries under a small load on JDK 17, before and after their authors' fix.
 *
 * <p>The diagnosis must find the known problem before the fix, and none after it.
 */
public final class RealLibraries {
  private static final int OLD = 17;
  private static final int ROUNDS = 3;

  private final Proof proof;
  private final FoliotCommand foliot;
  private final int rounds;

  private RealLibraries(Proof proof, FoliotCommand foliot, int rounds) {
    this.proof = proof;
    this.foliot = foliot;
    this.rounds = rounds;
  }

  /** Takes the names of fetched libraries, and the number of diagnoses of each. */
  public static void main(String[] args) throws Exception {
    Proof proof = new Proof(args);
    RealLibraries all = new RealLibraries(proof, FoliotCommand.built(), proof.rounds(ROUNDS));
    List<String> names = proof.list("netty,jackson,smallrye");
    boolean isMet = true;
    for (Library library : Library.ALL) {
      if (names.contains(library.name())) {
        isMet &= all.of(library);
      }
    }
    System.exit(isMet ? 0 : 1);
  }

  private boolean of(Library library) throws Exception {
    proof.tell("%n%s, %s", library.name(), library.thread());
    Path folder = Path.of("libraries", library.name());
    List<Path> before = jars(folder, "before");
    Path classes = TargetProgram.compile(library.program(), before);
    Times found = times(library, "before", classes, before);
    Times left = times(library, "after", classes, jars(folder, "after"));
    boolean isNamed =
        proof.bar(
            found.named == rounds,
            "before: class and interfaces as its makers found them in %d of %d diagnoses",
            found.named,
            rounds);
    boolean isPlaced =
        proof.bar(
            found.placed == rounds,
            "before: and the code that they mended among the sites in %d of %d",
            found.placed,
            rounds);
    boolean isGone = proof.bar(left.named == 0, "after: found in %d of %d", left.named, rounds);
    return isNamed && isPlaced && isGone;
  }

  /** The number of diagnoses that found it, and of those that also named the fixed code. */
  private record Times(int named, int placed) {}

  private static List<Path> jars(Path folder, String which) throws IOException {
    List<Path> jars = new ArrayList<>(TargetProgram.jars(folder.resolve(which)));
    jars.addAll(TargetProgram.jars(folder.resolve("both")));
    return jars;
  }

  private Times times(Library library, String which, Path classes, List<Path> jars)
      throws Exception {
    List<Path> classPath = new ArrayList<>(jars);
    classPath.add(classes);
    int named = 0;
    int placed = 0;
    try (TargetProgram target =
        TargetProgram.start(InstalledJdk.home(OLD), library.program(), classPath, List.of())) {
      for (int round = 1; round <= rounds; round++) {
        Diagnosis diagnosis = foliot.diagnose(target.pid(), "--only", "sharing");
        proof.tell(
            "%s, diagnosis %d, %.1f s: %s",
            which,
            round,
            diagnosis.wallNs() / 1e9,
            diagnosis.json().at("/examinations/sharing/summary").asString());
        for (JsonNode finding : diagnosis.sharing()) {
          tell(library, finding);
          boolean isNamed = library.isAsTheyFound(finding);
          named += isNamed ? 1 : 0;
          placed += isNamed && library.siteShare(finding) > 0 ? 1 : 0;
        }
      }
    }
    return new Times(named, placed);
  }

  private void tell(Library library, JsonNode finding) {
    List<String> interfaces = new ArrayList<>();
    finding.at("/interfaces").forEach(one -> interfaces.add(one.asString()));
    proof.tell(
        "  %s %s, %s, between %s; %s %.0f a second by %d threads; %.1f %% of the samples",
        library.isAsTheyFound(finding) ? "*" : "-",
        finding.at("/class").asString(),
        finding.at("/kind").asString() + " " + finding.at("/severity").asString(),
        String.join(" and ", interfaces),
        finding.at("/rate/bound").asString(),
        finding.at("/rate/per_s").asDouble(),
        finding.at("/writer_threads").asInt(),
        100 * finding.at("/cost_share").asDouble(Double.NaN));
    for (JsonNode site : finding.at("/sites")) {
      proof.tell(
          "      %.0f %% %s", 100 * site.at("/share").asDouble(), site.at("/frames/0").asString());
    }
  }
}
