package dev.foliot.diagnose.sharing;

import dev.foliot.store.CodeSite;
import dev.foliot.store.SharingFinding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What to do about a shared line, each with the way to prove it. */
final class Remedies {
  private static final String FLAGS =
      "-XX:+UnlockDiagnosticVMOptions -XX:-UseSecondarySupersTable"
          + " -XX:TypeProfileSubTypeCheckCommonThreshold=100";

  private Remedies() {}

  static List<String> of(
      Kind kind, Cure cure, int feature, String className, List<CodeSite> sites) {
    List<String> remedies = new ArrayList<>();
    switch (cure.state()) {
      case ILL -> remedies.add(newerJdk(feature, className));
      case SWITCHED_OFF ->
          remedies.add(
              "Switch the cure on: remove -XX:-"
                  + Cure.FLAG
                  + ", or run where the JVM switches it on by itself. Proof: foliot diagnose again"
                  + " under the same load: "
                  + className
                  + " is no longer named.");
      case CURED ->
          remedies.add(
              "This JVM has the cure and still writes: code that only the first compiler or the"
                  + " interpreter has seen, or a reflective check. Let it warm up, then foliot"
                  + " diagnose again: where "
                  + className
                  + " is still named, change the code.");
      case UNKNOWN ->
          remedies.add(
              feature < Cure.CURED_FEATURE
                  ? newerJdk(feature, className)
                  : "See whether the cure is on: jcmd PID VM.flags -all has to say that "
                      + Cure.FLAG
                      + " is true. Proof: foliot diagnose again where it is, under the same load: "
                      + className
                      + " is no longer named.");
    }
    remedies.add(
        place(sites)
            + " ask objects of "
            + className
            + " about one interface only, or about their class: keep the typed reference instead"
            + " of checking again, let a virtual method answer in place of a second instanceof or"
            + " cast, or join the interfaces into one. Proof: foliot diagnose again under the same"
            + " load: the rate of writes is gone; then foliot bench of both builds and foliot"
            + " compare: the gain.");
    if (feature >= Cure.CURED_FEATURE) {
      remedies.add(
          "For an A/B on this JDK, run once with "
              + FLAGS
              + ", which brings the old behaviour back: foliot compare of both shows what the"
              + " writes cost.");
    }
    if (kind == Kind.FALSE_SHARING) {
      remedies.add(
          "The address is drawn anew when the JVM starts, and a lucky one separates the two fields:"
              + " that explains why one node is slow and its neighbour is not, but is no cure."
              + " Proof: foliot diagnose on a fast node, and foliot compare of both: klass_address"
              + " and lucky differ.");
    }
    return List.copyOf(remedies);
  }

  private static String newerJdk(int feature, String className) {
    String backport =
        feature <= 21
            ? ", or 21.0.8 or later where java -XX:+UnlockDiagnosticVMOptions"
                + " -XX:+PrintFlagsFinal -version says that "
                + Cure.FLAG
                + " is true"
            : "";
    return "Run on JDK "
        + Cure.CURED_FEATURE
        + " or later"
        + backport
        + ": it does not write on a type check. Proof: foliot diagnose there under the same load: "
        + className
        + " is no longer named; foliot bench with --jdk for either: the gain.";
  }

  /** The innermost line of Java of the commonest place. */
  private static String place(List<CodeSite> sites) {
    return firstLine(sites).map(line -> "At " + line).orElse("Where it is checked,");
  }

  /** The innermost line of Java of the commonest place; empty when none is known. */
  static Optional<String> firstLine(List<CodeSite> sites) {
    for (CodeSite site : sites) {
      for (String frame : site.frames()) {
        if (frame.indexOf('(') > 0) {
          return Optional.of(frame);
        }
      }
    }
    return Optional.empty();
  }
}
