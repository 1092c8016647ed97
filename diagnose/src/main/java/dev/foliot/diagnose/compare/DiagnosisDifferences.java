package dev.foliot.diagnose.compare;

import dev.foliot.store.diagnosis.ClearedClass;
import dev.foliot.store.diagnosis.DiagnosisDifference;
import dev.foliot.store.diagnosis.DiagnosisDifference.Kind;
import dev.foliot.store.diagnosis.DiagnosisRecord;
import dev.foliot.store.diagnosis.ExaminationRecord;
import dev.foliot.store.diagnosis.ExaminationRecord.Status;
import dev.foliot.store.diagnosis.Finding;
import dev.foliot.store.diagnosis.FindingKind;
import dev.foliot.store.diagnosis.LuckyPlacements;
import dev.foliot.store.diagnosis.ResourceFinding;
import dev.foliot.store.diagnosis.SharingFinding;
import dev.foliot.store.diagnosis.WriteRate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Collects the differences of two diagnoses. One thread at a time. */
final class DiagnosisDifferences {
  /** Below this factor rates of the same traffic differ by chance. */
  private static final double RATE_FACTOR = 2;

  /** The address in a class loader's or hidden class's name, which differs between processes. */
  private static final Pattern ADDRESS = Pattern.compile("(?<=[@/])0x[0-9a-fA-F]++");

  /** Hashes and ports in the names of pools, such as Jetty's qtp999966131. */
  private static final Pattern LONG_NUMBER = Pattern.compile("\\d{4,}+");

  private static final int DECIDES = 0;
  private static final int TRAFFIC = 1;
  private static final int MORE = 2;
  private static final int AROUND = 3;

  private final DiagnosisRecord a;
  private final DiagnosisRecord b;
  private final List<Ranked> found = new ArrayList<>();

  private record Ranked(int rank, DiagnosisDifference difference) {}

  DiagnosisDifferences(DiagnosisRecord a, DiagnosisRecord b) {
    this.a = a;
    this.b = b;
  }

  /** The differences, most important first. */
  List<DiagnosisDifference> sorted() {
    return found.stream()
        .sorted(Comparator.comparingInt(Ranked::rank).thenComparing(one -> one.difference().kind()))
        .map(Ranked::difference)
        .toList();
  }

  /** Adds the differences in shared cache lines: class by class, those of A first. */
  void sharing() {
    Map<String, Deque<SharingFinding>> rest = new LinkedHashMap<>();
    b.sharing().forEach(one -> rest.computeIfAbsent(key(one), key -> new ArrayDeque<>()).add(one));
    for (SharingFinding left : a.sharing()) {
      Deque<SharingFinding> same = rest.get(key(left));
      SharingFinding right = same == null ? null : same.poll();
      if (right == null) {
        one(left, true);
      } else {
        both(left, right);
      }
    }
    rest.values().forEach(left -> left.forEach(right -> one(right, false)));
  }

  /** The key by which findings of two processes match. */
  private static String key(SharingFinding finding) {
    return key(finding.type().className(), finding.type().loader(), finding.type().field());
  }

  private static String key(ClearedClass cleared) {
    return key(cleared.type().className(), cleared.type().loader(), cleared.type().field());
  }

  private static String key(String className, String loader, String field) {
    return ADDRESS.matcher(className + '\n' + loader).replaceAll("") + '\n' + field;
  }

  private void one(SharingFinding finding, boolean inA) {
    Optional<ClearedClass> other =
        (inA ? b : a)
            .cleared().stream().filter(cleared -> key(cleared).equals(key(finding))).findFirst();
    Absence absence = Absence.of(inA ? b : a, finding);
    String here = finding.title() + ", " + finding.severity().words() + "; " + at(finding);
    String there = other.map(DiagnosisDifferences::cleared).orElse(absence.words());
    String name = inA ? "A" : "B";
    String otherName = inA ? "B" : "A";
    boolean byAddress =
        finding.kind() == FindingKind.FALSE_SHARING
            && !isLucky(finding.placement().lucky())
            && other.map(cleared -> isLucky(cleared.lucky())).orElse(false);
    String meaning =
        byAddress
            ? "the address alone: the same class has a lucky one in "
                + otherName
                + " and an unlucky one in "
                + name
            : other.isPresent()
                ? "the class is written on both sides, and only in "
                    + name
                    + " do threads wait for each other over it"
                : absence.isSure()
                    ? "only the threads of " + name + " meet at this class"
                    : absence.doubt(otherName);
    add(
        byAddress ? DECIDES : absence.isSure() || other.isPresent() ? TRAFFIC : MORE,
        byAddress ? Kind.PLACEMENT : Kind.ONLY_IN_ONE,
        finding,
        inA ? here : there,
        inA ? there : here,
        meaning);
  }

  private static String cleared(ClearedClass cleared) {
    return "no finding: "
        + cleared.reason()
        + "; "
        + place(cleared.place().lineOffset(), cleared.place().lineBytes(), cleared.lucky());
  }

  private void both(SharingFinding left, SharingFinding right) {
    boolean areKnown = left.isKindKnown() && right.isKindKnown();
    boolean isOtherKind = areKnown && left.kind() != right.kind();
    boolean isWordRead = isOtherKind && (isWordRead(left) || isWordRead(right));
    if (isOtherKind) {
      add(
          TRAFFIC,
          Kind.SHARING,
          left,
          left.kind().words(),
          right.kind().words(),
          isWordRead
              ? "in both one thread writes the word; in one others read beside it on its line, in"
                  + " the other they read the word itself"
              : "in one several threads write the word, in the other one at a time does and others"
                  + " read beside it");
    }
    if (left.placement().place().lineOffset() != right.placement().place().lineOffset()
        || left.placement().place().lineBytes() != right.placement().place().lineBytes()) {
      boolean decides = isLucky(left.placement().lucky()) != isLucky(right.placement().lucky());
      add(
          decides ? DECIDES : MORE,
          Kind.PLACEMENT,
          left,
          at(left),
          at(right),
          decides
              ? "the address decides which threads share a line"
              : isWordRead
                  ? "another address, with other fields beside the word; who reads the word itself"
                      + " waits at either"
                  : "another address, which here makes no difference by itself");
    }
    rates(left, right);
    if (left.severity() != right.severity()) {
      add(
          TRAFFIC,
          Kind.SEVERITY,
          left,
          left.severity().words() + ": " + left.grade().severityReason(),
          right.severity().words() + ": " + right.grade().severityReason(),
          "it costs one side more than the other");
    }
    if (areKnown
        && (left.traffic().writerThreads() != right.traffic().writerThreads()
            || left.traffic().readerThreads() != right.traffic().readerThreads())) {
      add(
          TRAFFIC,
          Kind.THREADS,
          left,
          threads(left),
          threads(right),
          "more threads at one word make it slower for each of them");
    }
  }

  /** True sharing by one writer: others read the same word. */
  private static boolean isWordRead(SharingFinding finding) {
    return finding.kind() == FindingKind.TRUE_SHARING && finding.traffic().writerThreads() == 1;
  }

  private void rates(SharingFinding left, SharingFinding right) {
    double low = Math.min(left.traffic().rate().perS(), right.traffic().rate().perS());
    double high = Math.max(left.traffic().rate().perS(), right.traffic().rate().perS());
    if (high > 0 && high >= RATE_FACTOR * low) {
      boolean sure =
          left.traffic().rate().bound() != WriteRate.Bound.AT_LEAST
              && right.traffic().rate().bound() != WriteRate.Bound.AT_LEAST;
      add(
          TRAFFIC,
          Kind.RATE,
          left,
          left.traffic().rate().words(),
          right.traffic().rate().words(),
          sure
              ? "one side does more of it"
              : "a lower bound depends on the scheduler: the true rates may differ less, or more");
    }
  }

  /** Adds the differences in CPUs, memory and counters, matched by kind and subject. */
  void resources() {
    Map<String, ResourceFinding> rest = new LinkedHashMap<>();
    b.resources().forEach(one -> rest.putIfAbsent(key(one), one));
    for (ResourceFinding left : a.resources()) {
      ResourceFinding right = rest.remove(key(left));
      if (right == null) {
        alone(left, true);
      } else if (left.severity() != right.severity()) {
        found.add(
            new Ranked(
                TRAFFIC,
                new DiagnosisDifference(
                    Kind.SEVERITY,
                    null,
                    told(left),
                    told(right),
                    left.title() + ": it costs one side more than the other")));
      }
    }
    rest.values().forEach(right -> alone(right, false));
  }

  private void alone(ResourceFinding finding, boolean inA) {
    Absence absence = Absence.of(inA ? b : a, finding);
    found.add(
        new Ranked(
            MORE,
            new DiagnosisDifference(
                Kind.ONLY_IN_ONE,
                null,
                inA ? told(finding) : absence.words(),
                inA ? absence.words() : told(finding),
                finding.title()
                    + ": "
                    + (absence.isSure()
                        ? "only " + (inA ? "A" : "B") + " has it"
                        : absence.doubt(inA ? "B" : "A")))));
  }

  /** The key by which findings of two processes match. */
  private static String key(ResourceFinding finding) {
    String name = finding.kind().name();
    return switch (finding.kind().subject()) {
      case PROCESS -> name;
      case POOL -> name + "\n" + LONG_NUMBER.matcher(finding.subject()).replaceAll("#");
      case CLASS, GROWTH, NAMED -> name + "\n" + finding.subject();
    };
  }

  private static String told(ResourceFinding finding) {
    return finding.title()
        + ", "
        + finding.severity().words()
        + ": "
        + finding.subject()
        + "; "
        + finding.grade().severityReason();
  }

  /** Adds the differences between the JVMs, and whether they have the fix. */
  void jvms() {
    if (!Objects.equals(a.jvm().cured(), b.jvm().cured())) {
      add(
          DECIDES,
          Kind.CURE,
          null,
          cure(a.jvm().cured()),
          cure(b.jvm().cured()),
          "a cured JVM does not write the word in its type checks, at whatever address; before JDK"
              + " 24 that is so of those that C2 compiles for a type that stands in the code");
    }
    if (!a.jvm().version().equals(b.jvm().version())
        || !a.jvm().vendor().equals(b.jvm().vendor())) {
      add(
          AROUND,
          Kind.JVM,
          null,
          "JDK " + a.jvm().version() + " (" + a.jvm().vendor() + ")",
          "JDK " + b.jvm().version() + " (" + b.jvm().vendor() + ")",
          "another JVM may place and check classes in another way");
    }
  }

  private static String cure(@Nullable Boolean cured) {
    return cured == null ? "not known" : cured ? "cured" : "not cured";
  }

  /** Compares the completeness of examinations that both sides made. */
  void examinations() {
    a.examinations()
        .forEach((name, left) -> {
          ExaminationRecord right = b.examinations().get(name);
          if (right != null && left.status() != right.status()) {
            add(
                AROUND,
                Kind.SEEN,
                null,
                seen(name, left),
                seen(name, right),
                "what one side could not look at may be there all the same");
          }
        });
  }

  private static String seen(String name, ExaminationRecord examination) {
    String reason = examination.reason();
    return name + " " + examination.status().words() + (reason == null ? "" : ": " + reason);
  }

  private static boolean isLucky(@Nullable LuckyPlacements lucky) {
    return lucky != null && lucky.thisOne();
  }

  private static String at(SharingFinding finding) {
    return place(
        finding.placement().place().lineOffset(),
        finding.placement().place().lineBytes(),
        finding.placement().lucky());
  }

  private static String place(int offset, int lineBytes, @Nullable LuckyPlacements lucky) {
    return "%d bytes into a line of %d%s"
        .formatted(
            offset,
            lineBytes,
            lucky == null
                ? ""
                : ", %s address (%d of %d are lucky)"
                    .formatted(
                        lucky.thisOne() ? "a lucky" : "an unlucky",
                        lucky.placements(),
                        lucky.of()));
  }

  private static String threads(SharingFinding finding) {
    return "%d write, %d read"
        .formatted(finding.traffic().writerThreads(), finding.traffic().readerThreads());
  }

  private void add(
      int rank,
      Kind kind,
      @Nullable SharingFinding about,
      String left,
      String right,
      String meaning) {
    String className = about == null ? null : about.type().className();
    found.add(new Ranked(rank, new DiagnosisDifference(kind, className, left, right, meaning)));
  }

  /**
   * The lack of a finding on one side. Its meaning depends only on the examination for such
   * findings.
   *
   * @param examination the one that finds it
   * @param status its completeness; null if it was not made
   */
  private record Absence(String examination, @Nullable Status status) {
    static Absence of(DiagnosisRecord side, Finding finding) {
      String name = finding.kind().examination().label();
      ExaminationRecord examination = side.examinations().get(name);
      return new Absence(name, examination == null ? null : examination.status());
    }

    /** Whether the examination was complete, which proves the absence. */
    boolean isSure() {
      return status == Status.DONE;
    }

    /** A description of that side's result. */
    String words() {
      if (status == null) {
        return "not looked at";
      }
      return switch (status) {
        case DONE -> "no finding";
        case PARTIAL -> "no finding, but not all could be looked at";
        case UNAVAILABLE -> "could not be looked at";
      };
    }

    /** The caveat after an incomplete examination. */
    String doubt(String side) {
      if (status == null) {
        return side + " made no examination of " + examination + ", so it may be there as well";
      }
      return switch (status) {
        case DONE -> side + " does not have it";
        case PARTIAL -> side + " could look at a part only, so it may be there as well";
        case UNAVAILABLE -> side + " could not look for it, so it may be there as well";
      };
    }
  }
}
