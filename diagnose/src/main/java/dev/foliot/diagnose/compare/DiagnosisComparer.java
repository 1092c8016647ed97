package dev.foliot.diagnose.compare;

import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.comparison.ComparisonVerdict;
import dev.foliot.store.diagnosis.DiagnosisComparison;
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationKind;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingKind.Subject;
import dev.foliot.store.diagnosis.Severity;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares the diagnoses of a slow and a fast node. Pure except for reading the runs.
 *
 * <p>Differences in placement or traffic come first. The verdict compares kind by kind the most
 * severe findings of the sides; a side with an incomplete examination is never better.
 */
public final class DiagnosisComparer {
  private static final String PRIMARY = ExaminationKind.SHARING.label();

  /** Properties of the machine that must be equal, or the comparison is not about the processes. */
  private static final List<String> FACTS =
      List.of(
          "cpu_model",
          "cpu_count",
          "cpus_granted",
          "cache_line_bytes",
          "kernel",
          "virtualisation",
          "cgroup_cpu_quota_cpus");

  private DiagnosisComparer() {}

  /**
   * Compares two stored diagnoses.
   *
   * @param a a run that is a diagnosis
   * @param b another, which is judged
   * @param store the folder of the store
   * @throws dev.foliot.store.StoreException if one is unreadable
   */
  public static ComparisonRecord compare(StoredRun a, StoredRun b, Path store) {
    return compare(
        new Side(a.id(), DiagnosisFiles.diagnosis(a), a.run().environment()),
        new Side(b.id(), DiagnosisFiles.diagnosis(b), b.run().environment()),
        store);
  }

  /**
   * One side of a comparison.
   *
   * @param environment the machine's fingerprint
   */
  public record Side(String id, DiagnosisRecord diagnosis, Map<String, Object> environment) {}

  /** Compares two loaded diagnoses. */
  public static ComparisonRecord compare(Side a, Side b, Path store) {
    DiagnosisRecord left = a.diagnosis();
    DiagnosisRecord right = b.diagnosis();
    DiagnosisDifferences differences = new DiagnosisDifferences(left, right);
    differences.sharing();
    differences.resources();
    differences.jvms();
    differences.examinations();
    return new ComparisonRecord(
        ComparisonRecord.SCHEMA,
        new ComparisonRecord.Decision(verdict(left, right), PRIMARY, 0),
        side(a),
        side(b),
        new ComparisonRecord.Figures(List.of(), null, surroundings(a, b)),
        validity(left, right),
        new DiagnosisComparison(left.headline(), right.headline(), differences.sorted()),
        store.toAbsolutePath().toString());
  }

  private static ComparisonRecord.Side side(Side side) {
    DiagnosisRecord.Jvm jvm = side.diagnosis().jvm();
    String main = jvm.mainClass().isEmpty() ? "process " + side.diagnosis().pid() : jvm.mainClass();
    return new ComparisonRecord.Side(
        side.id(), 0, 0, main + " on JDK " + jvm.version(), 0, List.of());
  }

  /**
   * The verdict, kind by kind: one kind that is worse makes B worse. A missing finding proves
   * nothing if its examination is incomplete.
   */
  private static ComparisonVerdict verdict(DiagnosisRecord a, DiagnosisRecord b) {
    Map<String, Integer> left = weights(a);
    Map<String, Integer> right = weights(b);
    Map<String, String> examinations = new TreeMap<>();
    Stream.of(a, b)
        .flatMap(side -> side.findings().stream())
        .forEach(one -> examinations.put(kind(one), one.kind().examination().label()));
    boolean isBetter = false;
    boolean isOpen = false;
    for (Map.Entry<String, String> kind : examinations.entrySet()) {
      int difference = right.getOrDefault(kind.getKey(), 0) - left.getOrDefault(kind.getKey(), 0);
      if (difference > 0 && sawAsMuch(a, b, kind.getValue())) {
        return ComparisonVerdict.WORSE;
      }
      isBetter |= difference < 0 && sawAsMuch(b, a, kind.getValue());
      isOpen |=
          (difference > 0 && !sawAsMuch(a, b, kind.getValue()))
              || (difference < 0 && !sawAsMuch(b, a, kind.getValue()));
    }
    if (isOpen) {
      return ComparisonVerdict.UNDECIDED;
    }
    if (isBetter) {
      return ComparisonVerdict.BETTER;
    }
    return sawAsMuch(a, b) && sawAsMuch(b, a)
        ? ComparisonVerdict.SAME
        : ComparisonVerdict.UNDECIDED;
  }

  /** The most severe finding of each kind. */
  private static Map<String, Integer> weights(DiagnosisRecord diagnosis) {
    Map<String, Integer> weights = new TreeMap<>();
    diagnosis
        .findings()
        .forEach(one -> weights.merge(kind(one), weight(one.severity()), Math::max));
    return weights;
  }

  /** True and false sharing are one kind: the address decides which of them it is. */
  private static String kind(Finding finding) {
    return finding.kind().subject() == Subject.CLASS ? PRIMARY : finding.kind().name();
  }

  /**
   * Whether a side examined everything, or at least everything that the other side did. Two nodes
   * without hardware counters compare as well as two with them.
   */
  private static boolean sawAsMuch(DiagnosisRecord one, DiagnosisRecord other) {
    return one.examinations().keySet().stream().allMatch(name -> sawAsMuch(one, other, name));
  }

  /** The same of one examination. */
  private static boolean sawAsMuch(DiagnosisRecord one, DiagnosisRecord other, String examination) {
    ExaminationRecord here = one.examinations().get(examination);
    ExaminationRecord there = other.examinations().get(examination);
    return here != null
        && (here.status() == ExaminationRecord.Status.DONE
            || (there != null
                && here.status() == there.status()
                && here.limits().equals(there.limits())
                && here.limit().equals(there.limit())));
  }

  private static int weight(Severity severity) {
    return switch (severity) {
      case HIGH -> 3;
      case MEDIUM -> 2;
      case LOW -> 1;
    };
  }

  private static Validity validity(DiagnosisRecord a, DiagnosisRecord b) {
    return Validity.worst(
        List.of(DiagnosisFiles.validity(a).in("A"), DiagnosisFiles.validity(b).in("B")));
  }

  private static List<ComparisonRecord.Difference> surroundings(Side a, Side b) {
    List<ComparisonRecord.Difference> differences = new ArrayList<>();
    put(
        differences,
        "main_class",
        a.diagnosis().jvm().mainClass(),
        b.diagnosis().jvm().mainClass());
    for (String fact : FACTS) {
      put(differences, fact, text(a.environment().get(fact)), text(b.environment().get(fact)));
    }
    put(
        differences,
        "examinations",
        String.join(", ", a.diagnosis().examinations().keySet()),
        String.join(", ", b.diagnosis().examinations().keySet()));
    return differences;
  }

  private static String text(@Nullable Object fact) {
    return fact == null ? "" : fact.toString();
  }

  private static void put(
      List<ComparisonRecord.Difference> differences, String name, String a, String b) {
    if (!a.equals(b)) {
      differences.add(new ComparisonRecord.Difference(name, a, b));
    }
  }
}
